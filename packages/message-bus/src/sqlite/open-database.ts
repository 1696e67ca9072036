import Database from 'better-sqlite3';
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { BusUnavailable } from '../errors.js';
import { createSchema, hasSchema } from './schema.js';

/** How long SQLite itself waits for another process's lock, milliseconds; it blocks this process, so it is short. */
const LOCK_WAIT_MS = 100;

/** Tries at opening while another process creates the file at the same moment, and the pause between two of them. */
const OPEN_TRIES = 50;
const OPEN_PAUSE_MS = 20;

/** The write-ahead log is cut back to this after a checkpoint, bytes. */
const WAL_KEEP_BYTES = 64 * 1024 * 1024;

/** Only the owner may read what callers send (DESIGN 8 G10); SQLite gives -wal and -shm the mode of the file. */
const FILE_MODE = 0o600;

/** How a bus file is opened. */
export interface OpenOptions {
  readonly file: string;
  readonly readOnly: boolean;
  /** Used only when the file is new. */
  readonly partitions: number;
}

/**
 * Opens or creates a bus file: write-ahead log, every commit synced. The cost does not depend on what the file holds.
 * @throws whatever SQLite or the file system throws, and BusIncompatible
 */
export function openDatabase(options: OpenOptions): Database.Database {
  for (let tries = 1; ; tries += 1) {
    try {
      return options.readOnly ? openReadOnly(options.file) : openReadWrite(options);
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || tries >= OPEN_TRIES) throw error;
      // SQLite answers some of these at once, without its lock wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

function openReadOnly(file: string): Database.Database {
  if (!existsSync(file)) throw new BusUnavailable(notYet(file));
  return configured(file, true, (db) => {
    if (!hasSchema(db, file)) throw new BusUnavailable(notYet(file));
  });
}

function openReadWrite({ file, partitions }: OpenOptions): Database.Database {
  closeSync(openSync(file, 'a', FILE_MODE));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) chmodSync(name, FILE_MODE);
  }
  return configured(file, false, (db) => {
    // Looked at before anything is changed: a foreign file stays as it is.
    const present = hasSchema(db, file);
    const mode = db.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') {
      throw new BusUnavailable(`The file system of ${file} allows no write-ahead log; use a local disk.`);
    }
    db.pragma('synchronous = FULL');
    db.pragma(`journal_size_limit = ${WAL_KEEP_BYTES}`);
    if (!present) createSchema(db, file, partitions);
  });
}

function configured(
  file: string,
  readonly: boolean,
  configure: (db: Database.Database) => void,
): Database.Database {
  const db = new Database(file, { readonly, timeout: LOCK_WAIT_MS });
  try {
    configure(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function notYet(file: string): string {
  return `There is no message bus at ${file} yet; start the service first, or check the data folder.`;
}
