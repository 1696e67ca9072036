import type { Database, Statement } from 'better-sqlite3';
import type { Topic } from '../port.js';
import { topicNumber } from './topic-number.js';

/** Messages and bytes of values that one call removes at most: bounds the time of its transaction. */
const MAX_MESSAGES = 200;
const MAX_BYTES = 4 * 1_048_576;

/** The topics that age: what was published can be derived from the log again; commands and dead letters cannot. */
const AGEING: readonly Topic[] = ['stream_chunks', 'results'];

/** Name of the setting that says up to when published messages may be gone. */
const REMOVED_UNTIL = 'published_removed_until_ms';

interface Aged {
  readonly seq: number;
  readonly timestampMs: number;
  readonly bytes: number;
}

/**
 * Removes published messages by age, oldest first. Everything published is at or before the checkpoint, since both are
 * stored together. Offsets are counted elsewhere and not used again; the newest message of all stays, so that places in
 * the order of publication are not used again either.
 */
export class PublishedRetention {
  readonly #oldest: Statement<[topic: number, limit: number], Aged>;
  readonly #remove: Statement<[seq: number]>;
  readonly #read: Statement<[name: string], number>;
  readonly #write: Statement<[name: string, value: number]>;

  constructor(db: Database) {
    this.#oldest = db.prepare(
      `SELECT seq, timestamp_ms AS timestampMs, coalesce(length(value), 0) AS bytes FROM messages
       WHERE topic = ? AND seq < (SELECT max(seq) FROM messages) ORDER BY seq LIMIT ?`,
    );
    this.#remove = db.prepare('DELETE FROM messages WHERE seq = ?');
    this.#read = db.prepare<[string], number>('SELECT value FROM settings WHERE name = ?').pluck();
    this.#write = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  }

  /** Messages published up to this moment may be gone, milliseconds since 1970; null: all are there. */
  removedUntilMs(): number | null {
    return this.#read.get(REMOVED_UNTIL) ?? null;
  }

  /** Inside a transaction: removes a bounded number of messages stored before a moment. Says whether more may be left. */
  remove(beforeMs: number): { readonly removed: number; readonly more: boolean } {
    let removed = 0;
    let bytes = 0;
    let until = this.removedUntilMs() ?? Number.MIN_SAFE_INTEGER;
    const isFull = (): boolean => removed >= MAX_MESSAGES || bytes >= MAX_BYTES;
    for (const topic of AGEING) {
      for (const aged of this.#oldest.all(topicNumber(topic), MAX_MESSAGES)) {
        if (aged.timestampMs >= beforeMs || isFull()) break;
        this.#remove.run(aged.seq);
        removed += 1;
        bytes += aged.bytes;
        until = Math.max(until, aged.timestampMs);
      }
    }
    if (removed > 0) this.#write.run(REMOVED_UNTIL, until);
    return { removed, more: isFull() };
  }
}
