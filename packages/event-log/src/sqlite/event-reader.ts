import type Database from 'better-sqlite3';
import type { ReadOptions, RecordedEvent } from '../port.js';
import type { Page } from '../subscribe-pages.js';
import { recordedEvent, type EventRow } from './recorded-event.js';
import { StreamTable } from './stream-table.js';
import { withLostEvents } from './with-lost-events.js';

/** Bounds of one subscription batch: events, and bytes of text (counted in UTF-16 units, the last event may pass it). */
const PAGE_EVENTS = 1_000;
const PAGE_TEXT = 4 * 1_048_576;

/** Text one end of a sample reads, UTF-16 units; the last event may pass it. */
const SAMPLE_TEXT = 16 * 1_048_576;
const COUNT_UP_TO = 'SELECT count(*) FROM (SELECT 1 FROM events LIMIT ?)';

/** Positions one page looks over when little fits: bounds the time of a page, and lets the safe position move. */
const PAGE_POSITIONS = 10_000;

type PageStatement = Database.Statement<(number | string)[], EventRow>;
type ReadStatement = Database.Statement<[string, number, number, number], EventRow>;

/** Reads one page of the types a subscription asked for. */
export type PageReader = (after: number) => Page;

/** What reading both ends of a log file showed. */
export interface LogSample {
  /** Events that were read with their checksums. */
  readonly events: number;
  /** Whether those are all there are. */
  readonly isWhole: boolean;
  /** What is wrong with the first one that is not what was written; null: nothing. */
  readonly damage: string | null;
}

/** The reads of the log, through prepared statements; each sees committed events only. */
export class EventReader {
  readonly #database: Database.Database;
  readonly #now: () => number;
  readonly #head: Database.Statement<[], number>;
  readonly #forwards: ReadStatement;
  readonly #backwards: ReadStatement;
  readonly #streams: StreamTable;
  readonly #columns: string;
  readonly #uncheckedUpTo: number;
  /** Reads that belong together see one state of the file. */
  readonly #atOnce: (read: () => readonly RecordedEvent[]) => readonly RecordedEvent[];

  constructor(database: Database.Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#streams = new StreamTable(database);
    this.#atOnce = database.transaction((read: () => readonly RecordedEvent[]) => read());
    const hasChecksums = hasTable(database, 'checksums');
    this.#columns = `${COLUMNS}, ${hasChecksums ? 'e.checksum' : 'NULL AS checksum'}`;
    this.#uncheckedUpTo = hasChecksums
      ? (database.prepare<[], number>('SELECT after_position FROM checksums').pluck().get() ?? 0)
      : Number.MAX_SAFE_INTEGER;
    this.#head = database.prepare<[], number>('SELECT position FROM head').pluck();
    this.#forwards = database.prepare(streamQuery(this.#columns, 'e.revision >= ?', 'ASC'));
    this.#backwards = database.prepare(streamQuery(this.#columns, 'e.revision <= ?', 'DESC'));
  }

  head(): number {
    return this.#head.get() ?? 0;
  }

  /** `null` in a file that was only read since logs have one; asked anew each time, since a writer may give it one. */
  identity(): string | null {
    if (!hasTable(this.#database, 'identity')) return null;
    return this.#database.prepare<[], string>('SELECT id FROM identity').pluck().get() ?? null;
  }

  read(stream: string, options: ReadOptions): readonly RecordedEvent[] {
    const limit = options.limit ?? -1;
    if (options.direction !== 'backwards')
      return this.#atOnce(() => this.#ahead(stream, options.from ?? 0, limit));
    const from = options.from ?? Number.MAX_SAFE_INTEGER;
    return this.#backwards.all(stream, this.#now(), from, limit).map((row) => this.#recorded(row));
  }

  #ahead(stream: string, from: number, limit: number): readonly RecordedEvent[] {
    const row = this.#streams.find(stream);
    if (row === undefined) return [];
    const events = this.#forwards.all(stream, this.#now(), from, limit).map((found) => this.#recorded(found));
    const isWhole = limit < 0 || events.length < limit;
    const all = withLostEvents(events, stream, row, { from, isWhole });
    return limit < 0 ? all : all.slice(0, limit);
  }

  #recorded(row: EventRow): RecordedEvent {
    return recordedEvent(row, this.#uncheckedUpTo);
  }

  /** Reads the `limit` oldest and newest events of the log, of at most `SAMPLE_TEXT` each, with their checksums. */
  sample(limit: number): LogSample {
    const seen = new Set<number>();
    let damage: string | null = null;
    for (const order of ['ASC', 'DESC']) {
      const statement = this.#database.prepare<[number], EventRow>(
        `SELECT ${this.#columns} FROM events e LEFT JOIN streams s ON s.id = e.stream_id ORDER BY e.position ${order} LIMIT ?`,
      );
      let text = 0;
      for (const row of statement.iterate(limit)) {
        const event = this.#recorded(row);
        seen.add(row.position);
        damage ??= event.damage ?? null;
        text += event.data.length + event.metadata.length;
        if (text > SAMPLE_TEXT) break;
      }
    }
    const all =
      this.#database
        .prepare<[number], number>(COUNT_UP_TO)
        .pluck()
        .get(seen.size + 1) ?? 0;
    return { events: seen.size, isWhole: all === seen.size, damage };
  }

  /** Walks the events in global order, so that each page ends at a position that is safe whatever the types are. */
  pages(types: readonly string[]): PageReader {
    const statement = this.#database.prepare<(number | string)[], EventRow>(
      `SELECT ${this.#columns} FROM events e LEFT JOIN streams s ON s.id = e.stream_id
       WHERE e.position > ? AND e.position <= ? AND e.type IN (${types.map(() => '?').join(', ')})
       ORDER BY e.position LIMIT ?`,
    );
    return (after) => this.#page(statement, after, types);
  }

  #page(statement: PageStatement, after: number, types: readonly string[]): Page {
    const head = this.head();
    if (after >= head) return { events: [], position: after, caughtUp: true };
    const end = Math.min(head, after + PAGE_POSITIONS);
    const events: RecordedEvent[] = [];
    let text = 0;
    let position = end;
    for (const row of statement.iterate(after, end, ...types, PAGE_EVENTS)) {
      const event = this.#recorded(row);
      events.push(event);
      const { data, metadata } = event;
      text += data.length + metadata.length;
      if (events.length < PAGE_EVENTS && text < PAGE_TEXT) continue;
      position = row.position;
      break;
    }
    return { events, position, caughtUp: position >= head };
  }
}

const COLUMNS = `s.name AS stream, e.revision, e.position, e.recorded_ms AS recordedMs, e.id, e.type, e.data, e.metadata`;

function hasTable(database: Database.Database, name: string): boolean {
  return database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;
}

function streamQuery(columns: string, from: string, order: 'ASC' | 'DESC'): string {
  return `SELECT ${columns} FROM streams s CROSS JOIN events e ON e.stream_id = s.id
    WHERE s.name = ?
      AND (s.max_age_ms IS NULL OR e.recorded_ms + s.max_age_ms > ?)
      AND e.revision > s.last_revision - coalesce(s.max_count, s.last_revision + 1)
      AND ${from}
    ORDER BY e.revision ${order} LIMIT ?`;
}
