import Database from 'better-sqlite3';
import { CliError } from '../cli-error.js';
import { WRITE_REASONS } from '../wire/file-reasons.js';

const REASONS: Readonly<Record<string, string>> = {
  ...WRITE_REASONS,
  SQLITE_FULL: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the limit on the size of files is reached',
  EBUSY: 'it is in use',
  ENOTEMPTY: 'it is not empty any more',
};

/** A failure of SQLite or the file system while a backup is made, for a person; other errors come back as they are. */
export function backupFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof CliError) return error;
  const isKnown = error instanceof Database.SqliteError || 'syscall' in error;
  if (!isKnown || !('code' in error)) return error;
  const code = error.code;
  return new CliError(
    'usage',
    `The backup ${path} could not be made: ${REASONS[code] ?? error.message} (${code}). Nothing was kept. Free some space, or give another directory.`,
  );
}
