import { EditMisplaced } from './apply-edits.js';
import { CONTROLS } from './controls.js';
import type { Mutant } from './mutant.js';
import type { Judged } from './report-text.js';
import { runMutant, type MutantResult } from './run-mutant.js';

/** Real time after which no further seed of a mutant is begun, seconds. */
const MUTANT_SECONDS = 40;

/** What to run, how much at a time, and whom to tell. */
export interface MutantsRun {
  readonly repository: string;
  readonly mutants: readonly Mutant[];
  readonly jobs: number;
  /** Real time for all of them; what has not begun by then counts as a time-out. */
  readonly seconds: number;
  readonly done: (result: Judged) => void;
}

interface Task {
  readonly mutant: Pick<Mutant, 'name' | 'edits' | 'expected'>;
  readonly seeds: number | null;
  readonly must: MutantResult['verdict']['kind'];
}

/** Runs the controls and the mutants; results in the order of the catalogue. */
export async function runAll({ repository, mutants, jobs, seconds, done }: MutantsRun): Promise<Judged[]> {
  const began = performance.now();
  const tasks: readonly Task[] = [
    ...CONTROLS.map(({ name, edits, seeds, must }) => ({
      mutant: { name, edits, expected: [] },
      seeds,
      must,
    })),
    ...mutants.map((mutant) => ({ mutant, seeds: null, must: 'found' as const })),
  ];
  const results: Judged[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < tasks.length; index = next) {
      next += 1;
      const task = tasks[index];
      if (task === undefined) return;
      const left = Math.floor(seconds - (performance.now() - began) / 1_000);
      const result = await resultOf(task, repository, Math.min(MUTANT_SECONDS, left));
      const judged = { ...result, good: result.verdict.kind === task.must };
      results[index] = judged;
      done(judged);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

async function resultOf({ mutant, seeds }: Task, repository: string, seconds: number): Promise<MutantResult> {
  const { name, expected } = mutant;
  const without = { name, expected, seeds: 0, elapsedMs: 0 };
  if (seconds < 1) return { ...without, verdict: { kind: 'timeout', why: 'the time for all was over' } };
  try {
    return await runMutant(mutant, { repository, seeds, seconds });
  } catch (error) {
    if (!(error instanceof EditMisplaced)) throw error;
    return { ...without, verdict: { kind: 'misplaced', why: error.message } };
  }
}
