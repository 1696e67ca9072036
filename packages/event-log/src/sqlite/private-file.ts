import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { LogUnavailable } from '../errors.js';

/** Only the owner reads and writes: the log holds prompts and outputs. */
const PRIVATE = 0o600;

/**
 * Creates the file for its owner alone, or narrows the mode of an existing one. SQLite gives `-wal` and `-shm` the
 * mode of the file. An existing file is never opened here: closing a descriptor would drop the locks that SQLite
 * connections of this process hold on it.
 * @throws LogUnavailable
 */
export function makePrivateFile(file: string): void {
  try {
    if (create(file)) return;
    for (const path of [file, `${file}-wal`, `${file}-shm`]) narrow(path);
  } catch (error) {
    const why = `The event log ${file} cannot be created or made private. Check its directory, owner and mode`;
    throw new LogUnavailable(`${why} (${codeOf(error) ?? 'unknown'}).`, { cause: error });
  }
}

function create(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  syncDirectory(dirname(file));
  return true;
}

/** Without this the new file's name may be lost in a power cut, and every synced commit with it. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function narrow(path: string): void {
  try {
    chmodSync(path, PRIVATE);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
