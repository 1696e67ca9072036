import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CaseFile } from './case-files.js';
import { fileLimitMs } from './file-limit.js';
import type { FileOutcome } from './outcome.js';
import type { RunnerAnswer, RunnerTask } from './runner-messages.js';

/** Time beyond the limit in which a file may still end by itself and say more, milliseconds. */
const GRACE_MS = 5_000;

/**
 * Runs files in a process of their own, one after the other. A file that does not end in time, be it in an endless
 * loop, or that ends its process, fails; the next one gets a new process.
 */
export class FileRunner {
  readonly #limitMs: (file: CaseFile) => number;
  #process: ChildProcess | null = null;

  /** @param limitMs Real time that a file may take before it is ended from outside. */
  constructor(limitMs: (file: CaseFile) => number = (file) => fileLimitMs(file) + GRACE_MS) {
    this.#limitMs = limitMs;
  }

  /** @throws when a process cannot be begun at all, as with a fault in the code of the product. */
  async run(file: CaseFile): Promise<FileOutcome> {
    const { folder, name } = file;
    const begun = performance.now();
    const runner = (this.#process ??= await newProcess());
    const answer = await this.#answer(runner, { folder, name: file.file }, this.#limitMs(file));
    if (typeof answer !== 'string') return answer;
    this.close();
    const ms = Math.round(performance.now() - begun);
    return { file: name, outcome: { kind: 'failed', reasons: [answer] }, ms };
  }

  /** Ends the process. */
  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  /** The outcome, or why there is none. */
  #answer(runner: ChildProcess, task: RunnerTask, limitMs: number): Promise<RunnerAnswer | string> {
    return new Promise((resolve) => {
      const settle = (answer: RunnerAnswer | string): void => {
        clearTimeout(timer);
        runner.removeAllListeners();
        resolve(answer);
      };
      const late = `did not end within ${limitMs} ms of real time`;
      const timer = setTimeout(() => settle(late), limitMs);
      runner.once('message', (message) => settle(message as RunnerAnswer));
      runner.once('error', (error) => settle(`its process cannot be run: ${error.message}`));
      runner.once('exit', (code, signal) => settle(`its process ended with ${code ?? signal ?? 'nothing'}`));
      runner.send(task);
    });
  }
}

/** The loader of TypeScript, and the sources of the packages in place of what is built. */
const EXEC_ARGV = ['--conditions=source', '--import', 'tsx'];

/** Resolves when everything is loaded. @throws when it ends before */
async function newProcess(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./runner-process.ts', import.meta.url)), {
    execArgv: EXEC_ARGV,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process that runs files cannot be begun (${code})`)));
  });
  child.removeAllListeners();
  return child;
}
