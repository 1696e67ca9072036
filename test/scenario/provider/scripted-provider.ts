import type { HermesTransport } from '@aip-hermes/hermes-client';
import type { Profile, Route } from '../file/scenario.js';
import type { AnswerSink } from './answer-sink.js';
import { answerTo, type AnswerTools } from './answer-to.js';
import { MemoryTransport } from './memory-transport.js';
import { ProviderScript } from './provider-script.js';
import type { ProviderTime, ProviderWatch } from './provider-time.js';
import type { ArrivingRequest, SeenRequest } from './seen-request.js';
import type { SocketServer } from './socket-server.js';
import { SocketTransport } from './socket-transport.js';

/** What a scripted provider is made of. */
export interface ScriptedProviderOptions {
  readonly routes: readonly Route[];
  readonly profile: Profile;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Run ids are drawn from it. */
  readonly seed: number;
  readonly time: ProviderTime;
  /** Origin of the endpoint; requests to others are recorded as such and fail. */
  readonly origin: string;
  readonly watch?: ProviderWatch;
  /** Real sockets: processes talk to this server with the product's own transport. Its origin is the endpoint's. */
  readonly sockets?: SocketServer | null;
  /** Of the product's own transport, milliseconds. */
  readonly connectTimeoutMs?: number | undefined;
}

/**
 * The provider of a scenario: answers by its routes, records what came, and says what was not as the routes expect.
 * It outlives every process; each process talks to it through a transport of its own.
 */
export class ScriptedProvider {
  readonly #script: ProviderScript;
  readonly #options: ScriptedProviderOptions;
  readonly #queues: AnswerTools['queues'] = new Map();
  readonly #transports: MemoryTransport[] = [];
  /** Requests to other origins than the endpoint's: URL of each. */
  readonly elsewhere: string[] = [];

  constructor(options: ScriptedProviderOptions) {
    this.#options = options;
    const { routes, profile, seed, time } = options;
    this.#script = new ProviderScript({ routes, profile, seed, monotonic: () => time.monotonic() });
    options.sockets?.serve({
      readsBody: (method, path) => this.#script.readsBody(method, path),
      answer: (request, sink) => this.#answer(request, sink),
    });
  }

  /** Every request that reached it, in order of arrival. */
  get requests(): readonly SeenRequest[] {
    return this.#script.requests;
  }

  /** What no route answered or was not as a route expects. */
  get problems(): readonly string[] {
    return this.#script.problems;
  }

  /** Connections that are open; in memory, those on which an answer is still open. */
  get openSockets(): number {
    return (
      this.#options.sockets?.open ?? this.#transports.reduce((sum, transport) => sum + transport.open, 0)
    );
  }

  /** Requests that reached it and fit: `on` as a route has it. */
  count(on: string): number {
    return this.#script.count(on);
  }

  /** The transport of one process. `kill` on it closes its connections as a dead process does. */
  transport(instance: string): KillableTransport {
    const { origin, sockets, connectTimeoutMs } = this.#options;
    const common = {
      instance,
      script: this.#script,
      elsewhere: (url: string): void => void this.elsewhere.push(url),
    };
    if (sockets !== undefined && sockets !== null) {
      return new SocketTransport({ ...common, server: sockets, connectTimeoutMs });
    }
    const transport = new MemoryTransport({
      ...common,
      origin,
      answer: (request, sink) => this.#answer(request, sink),
    });
    this.#transports.push(transport);
    return transport;
  }

  #answer(request: ArrivingRequest, sink: AnswerSink): void {
    void answerTo(request, sink, this.#tools());
  }

  #tools(): AnswerTools {
    const { files, time, watch = {} } = this.#options;
    return {
      script: this.#script,
      files,
      time,
      watch,
      queues: this.#queues,
      failed: (reason) => this.#script.fail(reason),
    };
  }
}

/** A transport whose process can die. */
export interface KillableTransport extends HermesTransport {
  /** The process is gone: its connections close, and nothing is answered any more. */
  kill(): void;
}
