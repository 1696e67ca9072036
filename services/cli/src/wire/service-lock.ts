import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from './data-directory.js';
import { readHolder } from './holder.js';

/** A look of another command at the lock may stand in the way for a moment, milliseconds. */
const LOCK_WAIT_MS = 500;

/** Held by the one service of a data directory. */
export interface ServiceLock {
  release(): void;
}

/**
 * Takes the lock: an exclusive transaction on the lock file, held open, so that the operating system gives it back
 * however the process ends (SPEC S7, DESIGN 3.3: who holds it knows that all earlier instances are dead).
 * @throws CliError usage, naming the holder
 */
export function takeServiceLock(directory: DataDirectory): ServiceLock {
  // Only when it is new: closing a second descriptor would drop the locks this process holds on the file.
  if (!existsSync(directory.lock)) closeSync(openSync(directory.lock, 'a', 0o600));
  const database = new Database(directory.lock, { timeout: LOCK_WAIT_MS });
  try {
    // Nothing is ever written: no journal beside the lock.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new CliError('usage', heldMessage(directory));
  }
  return { release: () => database.close() };
}

/** Whether a service runs on the directory now. Takes nothing that could keep one from starting. */
export function isServiceRunning(directory: DataDirectory): boolean {
  if (!existsSync(directory.lock)) return false;
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
}

function heldMessage(directory: DataDirectory): string {
  const holder = readHolder(directory);
  const who =
    holder === null
      ? 'another process'
      : `process ${holder.pid} (instance ${holder.instance_id}, since ${holder.since}, version ${holder.version})`;
  return `The data directory ${directory.path} is in use by ${who}. Stop it first, or give another directory with --data.`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
