import type { FileOutcome } from './outcome.js';

/** Asks a runner process for one file. */
export interface RunnerTask {
  readonly folder: string;
  /** Name of a file that `caseFile` knows. */
  readonly name: string;
}

/** What became of it. */
export type RunnerAnswer = FileOutcome;
