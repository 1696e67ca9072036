import Database from 'better-sqlite3';

/** Longest wait for another process that is writing just now, milliseconds. */
const WAIT_MS = 1_000;

/** Whether a file could be written; `no`: SQLite's word for why not. */
export type Writable =
  | { readonly kind: 'yes' }
  /** Another process was writing all the time. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'no'; readonly code: string };

/**
 * Writes to an SQLite file in a transaction and gives it up: nothing reaches the file. Who closes a file last moves its
 * write-ahead log into it and takes that away, unless it may only read.
 * @param keepWal True: a write-ahead log was there before anybody here looked, and stays as it is. False: an empty one
 *   that readers left is taken away.
 */
export function writeProbe(file: string, keepWal: boolean): Writable {
  const last = keepWal ? readOnly(file) : null;
  try {
    const database = new Database(file, { fileMustExist: true, timeout: WAIT_MS });
    try {
      const version = Number(database.pragma('user_version', { simple: true }));
      database.exec('BEGIN IMMEDIATE');
      // Of a file that may only be read, the beginning alone would succeed.
      database.pragma(`user_version = ${version}`);
      database.exec('ROLLBACK');
      return { kind: 'yes' };
    } finally {
      database.close();
    }
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : 'unknown';
    return code.startsWith('SQLITE_BUSY') ? { kind: 'busy' } : { kind: 'no', code };
  } finally {
    last?.close();
  }
}

function readOnly(file: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, timeout: WAIT_MS });
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return database;
  } catch {
    // The probe itself will tell what is wrong.
    database?.close();
    return null;
  }
}
