import Database from 'better-sqlite3';
import { AmbiguousAppend, LogIncompatible, LogUnavailable } from '../errors.js';
import { DAMAGED_LOG_STEPS } from './damaged-log.js';
import { freeSpace } from './free-space.js';

/** What the log was doing when SQLite failed. */
export type Doing = 'open' | 'read' | 'write' | 'commit';

/**
 * The port's error for a failure of SQLite, in words for a person; other errors (mistakes in this program) come
 * back as they are. Only a failed sync at COMMIT is ambiguous: the frames may already be on the disk, and would
 * count after a crash.
 */
export function sqliteFailure(error: unknown, file: string, doing: Doing): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  const options = { cause: error };
  if (code.startsWith('SQLITE_NOTADB')) {
    return new LogIncompatible(
      `${file} is not an event log. Check that it is the data directory you mean (--data). If it was one, its first page is damaged. ${DAMAGED_LOG_STEPS}`,
      options,
    );
  }
  if (doing === 'commit' && code.startsWith('SQLITE_IOERR')) {
    return new AmbiguousAppend(
      `The disk failed while ${file} was written (${code}; ${freeSpace(file)}). Check the disk, and the limit on the size of files (ulimit -f).`,
      options,
    );
  }
  const outcome = doing === 'write' || doing === 'commit' ? 'Nothing was written' : 'Nothing was read';
  return new LogUnavailable(`${reason(code, file)} ${outcome} (${code}).`, options);
}

const REASONS: readonly (readonly [prefix: string, text: (file: string) => string])[] = [
  [
    'SQLITE_FULL',
    (file) =>
      `The event log ${file} cannot grow: its disk is full, or a limit on its size is reached (${freeSpace(file)}). Free some space or raise the limit; a service then goes on by itself.`,
  ],
  ['SQLITE_READONLY', (file) => `The event log ${file} is read-only here. Check its owner, mode and mount.`],
  ['SQLITE_PERM', (file) => `The event log ${file} may not be used by this user. Check its owner and mode.`],
  ['SQLITE_AUTH', (file) => `The event log ${file} may not be used by this user. Check its owner and mode.`],
  [
    'SQLITE_BUSY',
    (file) =>
      `The event log ${file} is locked by another process. Find it (fuser ${file}) and end it, or try again.`,
  ],
  [
    'SQLITE_CANTOPEN',
    (file) => `The event log ${file} cannot be opened. Check that its directory exists and its mode.`,
  ],
  [
    'SQLITE_IOERR',
    (file) =>
      `The disk failed under the event log ${file} (${freeSpace(file)}). Check the disk, and the limit on the size of files (ulimit -f).`,
  ],
  ['SQLITE_CORRUPT', damaged],
  // A table or column that is not there, a row that is there already: nothing of this is written by this program.
  ['SQLITE_ERROR', damaged],
  ['SQLITE_CONSTRAINT', damaged],
];

function damaged(file: string): string {
  return `The event log ${file} is damaged. ${DAMAGED_LOG_STEPS}`;
}

function reason(code: string, file: string): string {
  const found = REASONS.find(([prefix]) => code.startsWith(prefix));
  return found?.[1](file) ?? `The event log ${file} cannot be used now.`;
}
