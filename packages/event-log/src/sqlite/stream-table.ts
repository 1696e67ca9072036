import type Database from 'better-sqlite3';
import type { Retention } from '../port.js';

/** A row of `streams`. `lastRevision` -1: only its retention is known yet. */
export interface StreamRow {
  readonly id: number;
  readonly lastRevision: number;
  readonly firstRevision: number;
  readonly maxCount: number | null;
  readonly maxAgeMs: number | null;
}

const COLUMNS = `id, last_revision AS lastRevision, first_revision AS firstRevision,
  max_count AS maxCount, max_age_ms AS maxAgeMs`;

/** The rows of `streams`, through prepared statements. */
export class StreamTable {
  readonly #byName: Database.Statement<[string], StreamRow>;
  readonly #due: Database.Statement<[number], StreamRow>;
  readonly #insert: Database.Statement<[string]>;
  readonly #grow: Database.Statement<[number, number]>;
  readonly #trim: Database.Statement<[number, number | null, number]>;
  readonly #retain: Database.Statement<[number | null, number | null, number]>;

  constructor(database: Database.Database) {
    this.#byName = database.prepare(`SELECT ${COLUMNS} FROM streams WHERE name = ?`);
    this.#due = database.prepare(
      `SELECT ${COLUMNS} FROM streams WHERE next_expiry_ms <= ? ORDER BY next_expiry_ms LIMIT 1`,
    );
    this.#insert = database.prepare(
      'INSERT INTO streams (name, last_revision, first_revision) VALUES (?, -1, 0)',
    );
    this.#grow = database.prepare('UPDATE streams SET last_revision = ? WHERE id = ?');
    this.#trim = database.prepare('UPDATE streams SET first_revision = ?, next_expiry_ms = ? WHERE id = ?');
    this.#retain = database.prepare('UPDATE streams SET max_count = ?, max_age_ms = ? WHERE id = ?');
  }

  find(name: string): StreamRow | undefined {
    return this.#byName.get(name);
  }

  findOrInsert(name: string): StreamRow {
    const found = this.find(name);
    if (found !== undefined) return found;
    const id = Number(this.#insert.run(name).lastInsertRowid);
    return { id, lastRevision: -1, firstRevision: 0, maxCount: null, maxAgeMs: null };
  }

  /** A stream whose oldest event has expired, the longest expired first. */
  due(now: number): StreamRow | undefined {
    return this.#due.get(now);
  }

  setLast(row: StreamRow, lastRevision: number): StreamRow {
    this.#grow.run(lastRevision, row.id);
    return { ...row, lastRevision };
  }

  setTrimmed(row: StreamRow, firstRevision: number, nextExpiryMs: number | null): void {
    this.#trim.run(firstRevision, nextExpiryMs, row.id);
  }

  setRetention(row: StreamRow, retention: Retention): StreamRow {
    const { maxCount = null, maxAgeMs = null } = retention;
    if (row.maxCount === maxCount && row.maxAgeMs === maxAgeMs) return row;
    this.#retain.run(maxCount, maxAgeMs, row.id);
    return { ...row, maxCount, maxAgeMs };
  }
}
