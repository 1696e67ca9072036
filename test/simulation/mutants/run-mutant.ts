import { applyEdits } from './apply-edits.js';
import type { Mutant } from './mutant.js';
import { simulateCopy } from './simulate-copy.js';
import { copySources } from './source-copy.js';
import { verdictOf, type Verdict } from './verdict.js';

/** How long to look for a fault. */
export interface MutantRun {
  readonly repository: string;
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
  { repository, seeds, seconds }: MutantRun,
): Promise<MutantResult> {
  const began = performance.now();
  const copy = await copySources(repository);
  try {
    await applyEdits(copy.root, edits);
    const end = await simulateCopy({ root: copy.root, seeds, seconds });
    return { name, expected, ...verdictOf(end, expected), elapsedMs: Math.round(performance.now() - began) };
  } finally {
    await copy.remove();
  }
}
