import { whileEdited } from './apply-edits.js';
import type { Mutant } from './mutant.js';
import { simulateCopy } from './simulate-copy.js';
import { verdictOf, type Verdict } from './verdict.js';

/** Where and how long to look for a fault. */
export interface MutantRun {
  /** A copy of the sources that nobody else uses meanwhile. */
  readonly root: string;
  /** Seeds at most; null: as many as fit. */
  readonly seeds: number | null;
  readonly seconds: number;
}

/** What became of one fault. */
export interface MutantResult {
  readonly name: string;
  readonly expected: readonly string[];
  readonly verdict: Verdict;
  /** Seeds that were run. */
  readonly seeds: number;
  readonly elapsedMs: number;
}

/** Simulates a copy of the sources with the fault in it, until its first find. @throws EditMisplaced */
export async function runMutant(
  { name, edits, expected }: Pick<Mutant, 'name' | 'edits' | 'expected'>,
  { root, seeds, seconds }: MutantRun,
): Promise<MutantResult> {
  const began = performance.now();
  const end = await whileEdited(root, edits, () => simulateCopy({ root, seeds, seconds }));
  const elapsedMs = Math.round(performance.now() - began);
  return { name, expected, verdict: verdictOf(end, expected), seeds: end.seeds, elapsedMs };
}
