import { existsSync } from 'node:fs';
import type { DataDirectory } from './data-directory.js';
import { readHolder, type Holder } from './holder.js';
import { isServiceRunning } from './service-lock.js';

/** Who runs on a data directory, as far as another process sees. */
export interface ServiceFacts {
  /** Whether somebody holds the lock. */
  readonly running: boolean;
  /** Who says so in the file beside it; trusted for no decision. */
  readonly holder: Holder | null;
  /** Whether there is a process of that number here; null: not known. */
  readonly alive: boolean | null;
  /** Whether the file is there that only a running service has. */
  readonly named: boolean;
}

/** Takes nothing that could keep a service from starting. @throws CliError */
export function lookAtService(directory: DataDirectory): ServiceFacts {
  const running = isServiceRunning(directory);
  const holder = readHolder(directory);
  const alive = holder === null ? null : isAlive(holder.pid);
  return { running, holder, alive, named: existsSync(directory.holder) };
}

/** Null when the number can be none. A process of another user lives, too. */
function isAlive(pid: number): boolean | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ESRCH') return false;
    return code === 'EPERM' ? true : null;
  }
}
