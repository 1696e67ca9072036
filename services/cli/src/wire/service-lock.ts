import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from './data-directory.js';
import { readHolder, type Holder } from './holder.js';

/** A look of another command at the lock may stand in the way for a moment, milliseconds. */
const LOCK_WAIT_MS = 500;

/** Held by the one service of a data directory. */
export interface ServiceLock {
  release(): void;
}

/**
 * Takes the lock: an exclusive transaction on the lock file, held open, so that the operating system gives it back
 * however the process ends (SPEC S7, DESIGN 3.3: who holds it knows that all earlier instances are dead).
 * @throws CliError usage: held, naming the holder, or no lock file; unreachable: the file cannot be used
 */
export function takeServiceLock(directory: DataDirectory): ServiceLock {
  return onLockFile(directory, () => {
    // Only when it is new: closing a second descriptor would drop the locks this process holds on the file.
    if (!existsSync(directory.lock)) closeSync(openSync(directory.lock, 'a', 0o600));
    const database = new Database(directory.lock, { timeout: LOCK_WAIT_MS });
    try {
      // Nothing is ever written: no journal beside the lock.
      database.pragma('journal_mode = MEMORY');
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw isBusy(error) ? new CliError('usage', heldMessage(directory)) : error;
    }
    return { release: () => database.close() };
  });
}

/** Whether a service runs on the directory now. Takes nothing that could keep one from starting. @throws CliError */
export function isServiceRunning(directory: DataDirectory): boolean {
  if (!existsSync(directory.lock)) return false;
  return onLockFile(directory, () => {
    const database = new Database(directory.lock, { readonly: true, timeout: 0 });
    try {
      database.prepare('SELECT count(*) FROM sqlite_master').get();
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    } finally {
      database.close();
    }
  });
}

/** What is wrong with the file, in words for a person. */
function onLockFile<T>(directory: DataDirectory, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'SQLITE_NOTADB')
      throw new CliError(
        'usage',
        `${directory.lock} is not the lock file of a service. If no \`aip-hermes up\` runs on ${directory.path}, remove that file and try again.`,
      );
    throw new CliError(
      'unreachable',
      `The lock file ${directory.lock} cannot be used (${code}). Check its owner, mode and disk.`,
    );
  }
}

function heldMessage(directory: DataDirectory): string {
  return `The data directory ${directory.path} is in use by ${holderText(readHolder(directory))}. Stop it first, or give another directory with --data.`;
}

function holderText(holder: Holder | null): string {
  if (holder === null) return 'another process';
  const { pid, instance_id, since, version } = holder;
  const who = instance_id === null ? 'starting' : `instance ${instance_id}`;
  return `process ${pid} (${who}, since ${since}, version ${version})`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
