import type { ScriptedRun } from './scripted-run.js';

/** One request that reached the provider, as it saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path without query, as it stood in the request line. */
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as read; null when there was none or it was not read. */
  readonly body: string | null;
  /** Monotonic time of its arrival. */
  readonly atMs: number;
  /** The instance that sent it; null when a socket does not tell. */
  readonly instance: string | null;
  /** The run that the request is about: that of its path, or the one that a start request begins. */
  readonly run: ScriptedRun | null;
}

/** A request as a transport hands it over. */
export type ArrivingRequest = Omit<SeenRequest, 'run' | 'atMs'>;
