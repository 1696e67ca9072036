import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { runInProcesses } from '../command/seed-processes.js';
import type { SeedReport } from '../command/seed-report.js';

/** What to run in a copy. */
export interface CopyRun {
  readonly root: string;
  /** Seeds at most, from 1 on; null: as many as fit into the time. */
  readonly seeds: number | null;
  /** Real time after which no further seed is begun, seconds. */
  readonly seconds: number;
}

/** What came of it. */
export interface CopyEnd {
  /** Seeds that were run. */
  readonly seeds: number;
  /** The report of the first seed in which something does not hold. */
  readonly failed: SeedReport | null;
  /** The last of what the process of seeds said. */
  readonly stderr: string;
}

/** Characters of it that are kept. */
const MOST_STDERR = 65_536;

const running = new Set<ChildProcess>();

/** Runs the seeds of a copy, as `npm run simulate` does and one after the other, until the first in which something does not hold. */
export async function simulateCopy({ root, seeds, seconds }: CopyRun): Promise<CopyEnd> {
  const end = performance.now() + seconds * 1_000;
  const most = seeds ?? Number.POSITIVE_INFINITY;
  let seed = 0;
  let failed: SeedReport | null = null;
  let stderr = '';
  await runInProcesses({
    jobs: 1,
    start: () => startWorker(root, (text) => (stderr = (stderr + text).slice(-MOST_STDERR))),
    next: () => {
      if (failed !== null || seed >= most || performance.now() >= end) return null;
      seed += 1;
      return { seed, full: false, twice: false, trace: false };
    },
    done: (report) => {
      if (report.violations.length > 0) failed = report;
    },
  });
  return { seeds: seed, failed, stderr };
}

/** Ends every process of seeds. */
export function endSimulations(): void {
  for (const child of running) child.kill('SIGKILL');
}

function startWorker(root: string, said: (text: string) => void): ChildProcess {
  const child = fork(join(root, 'test/simulation/command/seed-worker.ts'), { silent: true });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.stdout?.resume();
  child.stderr?.setEncoding('utf8').on('data', said);
  return child;
}
