import type Database from 'better-sqlite3';
import type { StreamRow, StreamTable } from './stream-table.js';

/** Rows that one look at a stream drops at most, beyond as many as were just appended: work per append is bounded. */
const TRIM_ROWS = 64;

/** Drops what retention hides. Revisions and positions are never used again. */
export class Trimmer {
  readonly #streams: StreamTable;
  readonly #drop: Database.Statement<[number, number, number]>;
  readonly #firstFresh: Database.Statement<[number, number, number, number], number>;
  readonly #recorded: Database.Statement<[number, number], number>;

  constructor(database: Database.Database, streams: StreamTable) {
    this.#streams = streams;
    this.#drop = database.prepare(
      'DELETE FROM events WHERE stream_id = ? AND revision >= ? AND revision < ?',
    );
    this.#firstFresh = database
      .prepare<[number, number, number, number], number>(
        `SELECT revision FROM events WHERE stream_id = ? AND revision >= ? AND revision < ? AND recorded_ms > ?
         ORDER BY revision LIMIT 1`,
      )
      .pluck();
    this.#recorded = database
      .prepare<[number, number], number>(
        'SELECT recorded_ms FROM events WHERE stream_id = ? AND revision = ?',
      )
      .pluck();
  }

  /** Inside a transaction: drops at most `TRIM_ROWS` + `appended` expired events of the stream, oldest first. */
  trim(row: StreamRow, now: number, appended = 0): void {
    const { id, firstRevision, lastRevision, maxCount, maxAgeMs } = row;
    const end = Math.min(lastRevision + 1, firstRevision + TRIM_ROWS + appended);
    let first = firstRevision;
    if (maxCount !== null) first = Math.max(first, Math.min(lastRevision - maxCount + 1, end));
    if (maxAgeMs !== null) first = this.#firstFresh.get(id, first, end, now - maxAgeMs) ?? end;
    if (first > firstRevision) this.#drop.run(id, firstRevision, first);
    const oldest = maxAgeMs === null ? undefined : this.#recorded.get(id, first);
    const nextExpiry = oldest === undefined || maxAgeMs === null ? null : oldest + maxAgeMs;
    this.#streams.setTrimmed(row, first, nextExpiry);
  }

  /** Inside a transaction: trims at most `limit` streams whose oldest event has expired. */
  sweep(now: number, limit: number): void {
    for (let count = 0; count < limit; count += 1) {
      const due = this.#streams.due(now);
      if (due === undefined) return;
      this.trim(due, now);
    }
  }
}
