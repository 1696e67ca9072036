import { runScenario } from '../steps/run-scenario.js';
import { caseFile } from './case-files.js';
import { runFile } from './run-file.js';
import type { RunnerAnswer, RunnerTask } from './runner-messages.js';

// The process that files are run in, one after the other, as they are asked for. A rejection here ends it.
process.on('message', (task: RunnerTask) => void answer(task).then((outcome) => process.send?.(outcome)));

// Everything is loaded.
process.send?.('ready');

async function answer({ folder, name }: RunnerTask): Promise<RunnerAnswer> {
  const [file] = caseFile(folder, name);
  if (file === undefined) throw new Error(`${name} is no case`);
  return runFile(file, runScenario);
}
