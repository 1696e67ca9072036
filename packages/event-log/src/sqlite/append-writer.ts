import type Database from 'better-sqlite3';
import { decideAppend, type StoredId } from '../decide-append.js';
import type { AppendOutcome, ExpectedRevision, NewEvent, Retention } from '../port.js';
import { formatPosition } from '../position.js';
import { rowChecksum } from './row-checksum.js';
import { type StreamRow, StreamTable } from './stream-table.js';
import { Trimmer } from './trimmer.js';

/** Streams with expired events that one commit clears, and that an opening clears. */
const SWEEP_PER_COMMIT = 2;
const SWEEP_AT_OPEN = 64;

type EventValues = [number, number, number, number, string, string, string, string, number];

/** Writes inside a transaction that somebody else began: `begin`, then any number of pieces of work, then `finish`. */
export class AppendWriter {
  readonly #streams: StreamTable;
  readonly #trimmer: Trimmer;
  readonly #now: () => number;
  readonly #readHead: Database.Statement<[], number>;
  readonly #writeHead: Database.Statement<[number]>;
  readonly #insert: Database.Statement<EventValues>;
  readonly #ids: Database.Statement<[number, number, number, number], StoredId>;
  #head = 0;
  #headBefore = 0;

  constructor(database: Database.Database, now: () => number) {
    this.#now = now;
    this.#streams = new StreamTable(database);
    this.#trimmer = new Trimmer(database, this.#streams);
    this.#readHead = database.prepare<[], number>('SELECT position FROM head').pluck();
    this.#writeHead = database.prepare('UPDATE head SET position = ?');
    this.#insert = database.prepare(
      `INSERT INTO events (position, stream_id, revision, recorded_ms, type, id, data, metadata, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#ids = database.prepare(
      `SELECT id, revision, position FROM events
       WHERE stream_id = ? AND revision BETWEEN ? AND ? AND recorded_ms > ? ORDER BY revision`,
    );
  }

  begin(): void {
    this.#headBefore = this.#head = this.#readHead.get() ?? 0;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): AppendOutcome {
    const now = this.#now();
    const found = this.#streams.find(stream);
    const decision = decideAppend(expected, events, {
      last: found?.lastRevision ?? -1,
      ids: (from, to) => (found === undefined ? [] : this.#keptIds(found, from, to, now)),
    });
    if (decision.kind !== 'write') return decision;
    const row = found ?? this.#streams.findOrInsert(stream);
    let revision = row.lastRevision;
    for (const { id, type, data, metadata } of events) {
      this.#head += 1;
      revision += 1;
      const stored = { position: this.#head, stream, revision, recordedMs: now, type, id, data, metadata };
      const checksum = rowChecksum(stored);
      this.#insert.run(this.#head, row.id, revision, now, type, id, data, metadata, checksum);
    }
    const grown = this.#streams.setLast(row, revision);
    if (row.maxCount !== null || row.maxAgeMs !== null) this.#trimmer.trim(grown, now, events.length);
    return { kind: 'appended', revision, position: formatPosition(this.#head) };
  }

  /** What retention hides counts as gone, whether it was dropped yet or not. */
  #keptIds(row: StreamRow, from: number, to: number, now: number): readonly StoredId[] {
    const first = row.maxCount === null ? from : Math.max(from, row.lastRevision - row.maxCount + 1);
    const expired = row.maxAgeMs === null ? Number.MIN_SAFE_INTEGER : now - row.maxAgeMs;
    return this.#ids.all(row.id, first, to, expired);
  }

  setRetention(stream: string, retention: Retention): void {
    const row = this.#streams.findOrInsert(stream);
    const changed = this.#streams.setRetention(row, retention);
    if (changed !== row) this.#trimmer.trim(changed, this.#now());
  }

  /** Writes the new head and returns it. */
  finish(): number {
    if (this.#head !== this.#headBefore) {
      this.#writeHead.run(this.#head);
      this.#trimmer.sweep(this.#now(), SWEEP_PER_COMMIT);
    }
    return this.#head;
  }

  /** Once, at an opening, in a transaction of its own. */
  sweepAtOpen(): void {
    this.#trimmer.sweep(this.#now(), SWEEP_AT_OPEN);
  }
}
