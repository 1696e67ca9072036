import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { damagedLog } from './damaged-log.js';
import { walDamage } from './wal-damage.js';

/**
 * Looks at a log file before it is opened to write, and leaves it as it is whatever it finds: the write-ahead log, the
 * version (through `checkVersion`), head and newest event. Costs the same however long the history is.
 * @throws LogUnavailable for a damaged file, and what `checkVersion` and SQLite throw
 */
export function verifyBeforeWriting(
  file: string,
  timeout: number,
  checkVersion: (database: Database.Database) => number,
): void {
  const inWal = walDamage(file);
  if (inWal !== null) throw damagedLog(file, inWal);
  // A connection that may write would bring a write-ahead log that is there into the file when it is closed.
  const hasWal = statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;
  const database = new Database(file, { readonly: hasWal, fileMustExist: true, timeout });
  try {
    if (checkVersion(database) === 0) return;
    const one = (sql: string): unknown => database.prepare(sql).pluck().get();
    const head = one('SELECT position FROM head');
    if (typeof head !== 'number') throw damagedLog(file, 'its head is gone');
    const newest = one('SELECT max(position) FROM events');
    if (typeof newest === 'number' && newest > head) {
      throw damagedLog(file, `its head is ${head}, but it holds an event at position ${newest}`);
    }
    if (newest !== null) one(`SELECT metadata FROM events WHERE position = ${Number(newest)}`);
    one('SELECT name FROM streams ORDER BY id DESC LIMIT 1');
  } finally {
    database.close();
  }
}
