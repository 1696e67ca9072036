import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GeneratedJson } from '../file/scenario.js';

/** Stack of the worker thread, MiB: 512 KiB. */
const STACK_MB = 0.5;

/** Runs the same file in a worker thread with a small stack and compares what was found. */
export async function sameInWorker(
  document: GeneratedJson,
  found: readonly string[],
): Promise<readonly string[]> {
  const { sameAnswerInWorkerThread: expected = true, ...expect } = document.expect;
  const worker = new Worker(new URL('./json-worker.ts', import.meta.url), {
    workerData: { ...document, expect },
    execArgv: ['--conditions=source', '--import', 'tsx'],
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  try {
    const [answer] = (await once(worker, 'message')) as [readonly string[]];
    const same = JSON.stringify(answer) === JSON.stringify(found);
    return same === expected ? [] : [`in a worker thread: ${answer.join('; ') || 'everything as expected'}`];
  } finally {
    await worker.terminate();
  }
}
