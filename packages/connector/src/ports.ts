/** What the connector needs from its surroundings; injected everywhere, so that a virtual clock can drive it. */

/** Wall clock and monotonic clock. */
export interface Clock {
  /** Milliseconds since 1970. For records and comparisons with given times only. */
  now(): number;
  /** Milliseconds from an unknown start; never goes back. For every span of time. */
  monotonic(): number;
}

/** Timers. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds unless the returned function was called before. */
  after(ms: number, run: () => void): () => void;
}

/** Randomness: every id the connector draws. */
export interface Ids {
  /** A fresh random UUID (version 4 or 7). */
  uuid(): string;
}

/** A structured log. No provider text and no credential goes into it (DESIGN 6, G10). */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything ambient. */
export interface Surroundings {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly log: Logger;
}
