import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GeneratedJson } from '../file/scenario.js';

/** Stack of the worker thread, MiB: 512 KiB. */
const STACK_MB = 0.5;

/** A thread does not have the loader of its process: it takes it by itself. */
const BEGIN = `
  const { workerData: { loader, entry } } = require('node:worker_threads');
  import(loader).then(({ register }) => { register(); return import(entry); });
`;

/** Runs the same file in a worker thread with a small stack and compares what was found. */
export async function sameInWorker(
  document: GeneratedJson,
  found: readonly string[],
): Promise<readonly string[]> {
  const { sameAnswerInWorkerThread: expected = true, ...expect } = document.expect;
  const worker = new Worker(BEGIN, {
    eval: true,
    workerData: {
      loader: import.meta.resolve('tsx/esm/api'),
      entry: new URL('./json-worker.ts', import.meta.url).href,
      document: { ...document, expect },
    },
    execArgv: ['--conditions=source'],
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
