import { fork, type ChildProcess } from 'node:child_process';
import type { SeedReport, SeedTask } from './seed-report.js';

/** Real time that a single seed may take before it counts as one that never ends, milliseconds. */
const SEED_LIMIT_MS = 60_000;

/** What the processes are given and whom they tell. */
export interface SeedWork {
  readonly jobs: number;
  /** The next seed, or null when there is none to begin. */
  readonly next: () => SeedTask | null;
  readonly done: (report: SeedReport) => void;
  /** Starts a process of seeds (`seed-worker.ts`); by default that of these sources. */
  readonly start?: () => ChildProcess;
}

/** Runs seeds in child processes, `jobs` at a time, until none is left to begin. */
export async function runInProcesses(work: SeedWork): Promise<void> {
  await Promise.all(Array.from({ length: work.jobs }, () => oneProcess(work)));
}

async function oneProcess(work: SeedWork): Promise<void> {
  let child: ChildProcess | null = null;
  try {
    for (let task = work.next(); task !== null; task = work.next()) {
      child ??= (work.start ?? startWorker)();
      const report = await runIn(child, task);
      // A process that died or hangs is of no more use.
      if (report.lines === 0) child = end(child);
      work.done(report);
    }
  } finally {
    end(child);
  }
}

function startWorker(): ChildProcess {
  return fork(new URL('./seed-worker.ts', import.meta.url));
}

function end(child: ChildProcess | null): null {
  child?.removeAllListeners();
  child?.kill('SIGKILL');
  return null;
}

function runIn(child: ChildProcess, task: SeedTask): Promise<SeedReport> {
  return new Promise((resolve) => {
    const finish = (report: SeedReport): void => {
      clearTimeout(limit);
      child.removeAllListeners();
      resolve(report);
    };
    const failed = (why: string): void => finish(failure(task.seed, why));
    const limit = setTimeout(() => failed(`the seed takes more than ${SEED_LIMIT_MS} ms`), SEED_LIMIT_MS);
    child.once('message', (report) => finish(report as SeedReport));
    child.once('error', (error) => failed(`its process failed: ${error.message}`));
    child.once('exit', (code, signal) => failed(`its process ended with ${code ?? signal ?? 'nothing'}`));
    child.send(task);
  });
}

function failure(seed: number, why: string): SeedReport {
  return { seed, violations: [{ guarantee: 'process', why }], trace: [], lines: 0, kinds: [] };
}
