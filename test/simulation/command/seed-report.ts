import type { Violation } from '../model/facts.js';

/** A seed to run. */
export interface SeedTask {
  readonly seed: number;
  readonly full: boolean;
  /** Run it a second time and compare the traces. */
  readonly twice: boolean;
  /** Give the whole trace back, whatever came of it. */
  readonly trace: boolean;
}

/** What came of it. */
export interface SeedReport {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Lines of the trace; without those that nobody asked for. */
  readonly trace: readonly string[];
  readonly lines: number;
  /** How often each kind of thing occurred. */
  readonly kinds: readonly (readonly [string, number])[];
}
