/** Injected time-outs, so that a virtual clock can drive the client. */
export interface ClientTimers {
  /** Calls `run` once after `ms` milliseconds unless the returned function was called before. */
  after(ms: number, run: () => void): () => void;
}
