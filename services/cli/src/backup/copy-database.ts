import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { CliError } from '../cli-error.js';

/** Pages copied at a time, 4 MiB of the usual 4 KiB pages: between two steps signals and the bound are looked at. */
const PAGES_PER_STEP = 1_024;
/** How long the copy waits for a lock, milliseconds; a writer in write-ahead mode never holds one that is in the way. */
const LOCK_WAIT_MS = 5_000;
/**
 * While a copy is made, what a service writes gathers in the source's write-ahead log. A copy that lets it grow by more
 * than this is given up, so that a slow destination never fills the disk of the source.
 */
const MAX_WAL_GROWTH_BYTES = 1_073_741_824;

/** A database to copy. */
export interface CopyRequest {
  readonly from: string;
  /** Must not exist. */
  readonly to: string;
  /** Told after each step how much of the whole is copied, 0 to 1. */
  readonly onProgress: (done: number) => void;
  /** Default `MAX_WAL_GROWTH_BYTES`. */
  readonly maxWalGrowthBytes?: number;
}

/**
 * Copies a database as it stood at one moment, while others write to it. SQLite's backup API inside one read
 * transaction: on its own that API starts again with every commit of another process and may never end; `VACUUM INTO`
 * would do it in one go, but can neither tell how far it is nor be given up, and rewrites every row. The copy is left
 * without a write-ahead log, as one file that can be read on a read-only medium too; a service changes that back.
 * @throws CliError usage when the write-ahead log of the source outgrows its bound; SqliteError
 */
export async function copyDatabase(request: CopyRequest): Promise<void> {
  const { from, to, onProgress, maxWalGrowthBytes = MAX_WAL_GROWTH_BYTES } = request;
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS });
  try {
    source.exec('BEGIN');
    // A transaction sees what stood when it first read.
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const walBefore = walBytes(from);
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        if (walBytes(from) - walBefore > maxWalGrowthBytes) throw tooSlow(from, maxWalGrowthBytes);
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
        return PAGES_PER_STEP;
      },
    });
  } finally {
    source.close();
  }
  intoOneFile(to);
}

function intoOneFile(file: string): void {
  const copy = new Database(file, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function tooSlow(file: string, bound: number): CliError {
  return new CliError(
    'usage',
    `The service wrote more than ${bound} bytes to ${file} while it was copied, so the copy was given up. Nothing was kept. Copy to a faster disk, or when less is written.`,
  );
}
