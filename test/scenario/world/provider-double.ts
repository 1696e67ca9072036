import type { Clock, Timers } from '@aip-hermes/connector';
import type { HermesTransport } from '@aip-hermes/hermes-client';
import type { Reached } from '../../points/reached.js';

/** A request as it reached the provider; one that could not be connected is none. */
export interface ProviderRequest {
  /** The process that sent it; null when it is not known (real sockets). */
  readonly instance: string | null;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Virtual (or real) milliseconds since the scenario began, when the request was read whole. */
  readonly atMs: number;
  /** The Action of the run that this is about, from the start request's body; null when it names none. */
  readonly action: string | null;
}

/** What the world gives to the scripted provider. */
export interface ProviderSurroundings {
  /** Drives `waitMs`, `everyMs`, `atMs`. */
  readonly clock: Clock & Timers;
  /** To be awaited after a start, approval or stop request was read whole and before anything of the answer is sent. */
  readonly reached: Reached;
  /** 32 random hex digits, seeded. */
  readonly hex: () => string;
  /** To be called whenever something happened that a condition may look at (a request, a reply, a frame). */
  readonly happened: () => void;
}

/** The scripted provider as the world uses it. */
export interface ProviderDouble {
  /** Where the client under test sends to. */
  readonly baseUrl: string;
  /**
   * The transport of one process: handed over in memory, or the product's own on real sockets. The world itself puts
   * every answer and every chunk in order, so this may answer within microtasks.
   */
  transport(instance: string): HermesTransport;
  /** In order of arrival. */
  readonly requests: readonly ProviderRequest[];
  /** Requests to any origin but the provider's. */
  readonly requestsElsewhere: number;
  /** What fails the scenario whatever it expects: a request that no route answers, a header that is missing. */
  readonly complaints: readonly string[];
  /** Connections still open. */
  readonly openSockets: number;
  /** Real sockets: bytes written by one side are not read by the other yet. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}
