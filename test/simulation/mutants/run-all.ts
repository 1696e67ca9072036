import { EditMisplaced } from './apply-edits.js';
import { CONTROLS } from './controls.js';
import type { Mutant } from './mutant.js';
import type { Judged } from './report-text.js';
import { runMutant, type MutantResult } from './run-mutant.js';
import { copySources } from './source-copy.js';

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

/** Runs the controls and, when these are as they must be, the mutants; results in the order of the catalogue. */
export async function runAll(run: MutantsRun): Promise<readonly Judged[]> {
  const end = performance.now() + run.seconds * 1_000;
  // One copy for each at a time, not for each mutant: what is compiled of it is kept by its path.
  const copies = await Promise.all(Array.from({ length: run.jobs }, () => copySources(run.repository)));
  try {
    const plan = { roots: copies.map(({ root }) => root), end, done: run.done };
    const controls = CONTROLS.map(({ name, edits, seeds, must }): Task => {
      return { mutant: { name, edits, expected: [] }, seeds, must };
    });
    const controlled = await runTasks(controls, plan);
    if (controlled.some(({ good }) => !good)) return controlled;
    const tasks = run.mutants.map((mutant): Task => ({ mutant, seeds: null, must: 'found' }));
    return [...controlled, ...(await runTasks(tasks, plan))];
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()));
  }
}

interface Plan {
  /** Copies to work in, side by side. */
  readonly roots: readonly string[];
  /** When no further task is begun, as `performance.now` has it. */
  readonly end: number;
  readonly done: (result: Judged) => void;
}

async function runTasks(tasks: readonly Task[], { roots, end, done }: Plan): Promise<readonly Judged[]> {
  const results: Judged[] = [];
  const queue = tasks.entries();
  const work = async (root: string): Promise<void> => {
    for (const [index, task] of queue) {
      const left = Math.floor((end - performance.now()) / 1_000);
      const result = await resultOf(task, root, Math.min(MUTANT_SECONDS, left));
      const judged = { ...result, good: result.verdict.kind === task.must };
      results[index] = judged;
      done(judged);
    }
  };
  await Promise.all(roots.map(work));
  return results;
}

async function resultOf({ mutant, seeds }: Task, root: string, seconds: number): Promise<MutantResult> {
  const { name, expected } = mutant;
  const without = { name, expected, seeds: 0, elapsedMs: 0 };
  if (seconds < 1) return { ...without, verdict: { kind: 'timeout', why: 'the time for all was over' } };
  try {
    return await runMutant(mutant, { root, seeds, seconds });
  } catch (error) {
    if (!(error instanceof EditMisplaced)) throw error;
    return { ...without, verdict: { kind: 'misplaced', why: error.message } };
  }
}
