import Database from 'better-sqlite3';
import { BusIncompatible, BusUnavailable } from '../errors.js';
import { freeSpace } from './free-space.js';

/** Turns what SQLite or the file system threw into the error of the port; anything else passes unchanged. */
export function busFileError(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  const options = { cause: error };
  if (code === 'SQLITE_NOTADB') {
    return new BusIncompatible(
      `${file} is not a message bus file. Check that it is the data directory you mean (--data); if it was one, stop the service and restore the file from a backup.`,
      options,
    );
  }
  return new BusUnavailable(`${sentenceOf(code, file)} (${code})`, options);
}

function codeOf(error: unknown): string | null {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return null;
}

/** Extended codes (SQLITE_BUSY_SNAPSHOT) say the same to a person as their first two words. */
function sentenceOf(code: string, file: string): string {
  const family = code.split('_').slice(0, 2).join('_');
  switch (family) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return `The disk of the message bus file ${file} is full, or a limit on its size is reached; nothing was stored (${freeSpace(file)}). Free some space or raise the limit; a service then goes on by itself.`;
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
    case 'EROFS':
      return `The message bus file ${file} cannot be written; nothing was stored. Check its owner, mode and mount.`;
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `Another process keeps the message bus file ${file} locked; nothing was stored. Find it (fuser ${file}) and end it, or try again.`;
    case 'SQLITE_CANTOPEN':
    case 'ENOENT':
    case 'EACCES':
    case 'EPERM':
      return `The message bus file ${file} cannot be opened. Check that its folder exists and may be read and written.`;
    case 'SQLITE_CORRUPT':
      return `The message bus file ${file} is damaged. Stop the service and restore the file from a backup.`;
    case 'SQLITE_IOERR':
    case 'EIO':
      return `Reading or writing the message bus file ${file} failed (${freeSpace(file)}). Check the disk, and the limit on the size of files (ulimit -f).`;
    default:
      return `The message bus file ${file} could not be used.`;
  }
}
