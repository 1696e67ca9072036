import { parentPort, workerData } from 'node:worker_threads';
import type { GeneratedJson } from '../file/scenario.js';
import { runScenario } from '../steps/run-scenario.js';
import { runGeneratedJson } from './run-generated-json.js';

// What the main thread has read and checked.
const { document } = workerData as { readonly document: GeneratedJson };
parentPort?.postMessage(await runGeneratedJson(document, runScenario));
