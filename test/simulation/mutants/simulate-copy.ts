import { spawn, type ChildProcess } from 'node:child_process';
import type { SimulationEnd } from './verdict.js';

/** What to run in a copy. */
export interface CopyRun {
  readonly root: string;
  /** Seeds at most; null: as many as fit into the time. */
  readonly seeds: number | null;
  /** Real time after which no further seed is begun, seconds. */
  readonly seconds: number;
}

/** What a simulation needs beyond its seconds to begin and to end its last seed, milliseconds. */
const GRACE_MS = 20_000;
/** Output kept at most, characters: a report is far shorter. */
const MOST_OUTPUT = 4 * 1_048_576;

const running = new Set<ChildProcess>();

/** Runs the simulation of a copy, one process of seeds, until the first find. It is killed when it does not end in time. */
export function simulateCopy({ root, seeds, seconds }: CopyRun): Promise<SimulationEnd> {
  const args = ['--conditions=source', '--import', 'tsx', 'test/simulation/main.ts', '--json', '--jobs', '1'];
  const range = ['--seconds', String(seconds), ...(seeds === null ? [] : ['--seeds', String(seeds)])];
  return new Promise((resolve, reject) => {
    // A group of its own, so that a process of seeds that hangs ends with it.
    const child = spawn(process.execPath, [...args, ...range], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let late = false;
    const limit = setTimeout(
      () => {
        late = true;
        killGroup(child);
      },
      seconds * 1_000 + GRACE_MS,
    );
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < MOST_OUTPUT) stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MOST_OUTPUT);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code: late ? null : (code ?? 128), stdout, stderr });
    });
  });
}

/** Ends every simulation that runs. */
export function endSimulations(): void {
  for (const child of running) killGroup(child);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It may have ended just now.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
