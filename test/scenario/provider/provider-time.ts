import type { SeenRequest } from './seen-request.js';

/** Time as the provider has it: that of the scenario. */
export interface ProviderTime {
  monotonic(): number;
  /** Runs after so many milliseconds; what is returned cancels. */
  after(ms: number, run: () => void): () => void;
}

/** What can be looked at, and held, while the provider works. */
export interface ProviderWatch {
  /** A request has been read whole and not one byte is answered. The answer waits for the promise. */
  readonly received?: (request: SeenRequest) => void | Promise<void>;
  /** A request has arrived, something was written or has ended: a look at conditions is due. */
  readonly moved?: () => void;
}
