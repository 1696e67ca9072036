import type Database from 'better-sqlite3';
import { checkAppend, checkStream, DEFAULT_MAX_APPEND_BYTES } from '../check-append.js';
import { checkRead, checkRetention } from '../check-options.js';
import { CommitSignal } from '../commit-signal.js';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import type {
  AppendOutcome,
  EventLog,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  RecordedEvent,
  Retention,
  SubscribeOptions,
  SubscriptionBatch,
} from '../port.js';
import { formatPosition } from '../position.js';
import { subscribePages } from '../subscribe-pages.js';
import { AppendWriter } from './append-writer.js';
import { CommitQueue, type Work } from './commit-queue.js';
import { EventReader } from './event-reader.js';
import { type Doing, sqliteFailure } from './sqlite-failure.js';
import type { SqliteEventLogOptions } from './sqlite-event-log-options.js';

const DEFAULT_POLL_MS = 200;

/** The port over one open database: writes go through the commit queue, reads run at once. */
export class SqliteEventLog implements EventLog {
  readonly maxAppendBytes: number;
  readonly #database: Database.Database;
  readonly #options: SqliteEventLogOptions;
  readonly #reader: EventReader;
  /** Absent when the log is read-only. */
  readonly #writer: AppendWriter | undefined;
  readonly #queue: CommitQueue;
  readonly #grown = new CommitSignal();
  #head: number;
  #closed = false;

  constructor(database: Database.Database, options: SqliteEventLogOptions) {
    const clock = options.now ?? Date.now;
    const now = (): number => Math.floor(clock());
    this.maxAppendBytes = options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES;
    this.#database = database;
    this.#options = options;
    this.#reader = new EventReader(database, now);
    this.#writer = options.readOnly === true ? undefined : new AppendWriter(database, now);
    this.#queue = new CommitQueue((batch) => this.#commit(batch), options.groupCommit ?? true);
    this.#head = this.#reader.head();
    const writer = this.#writer;
    if (writer !== undefined) database.transaction(() => writer.sweepAtOpen()).immediate();
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    const writer = this.#writable();
    const bytes = checkAppend(stream, expected, events, this.maxAppendBytes);
    return this.#enqueue(bytes, () => writer.append(stream, expected, events));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    checkRead(options);
    return this.#reading(() => this.#reader.read(stream, options));
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const page = this.#reading(() => this.#reader.pages(options.types));
    return subscribePages(
      {
        page: (after) => this.#reading(() => page(after)),
        changed: (after, signal) => this.#changed(after, signal),
        breathe: () => new Promise((resolve) => setImmediate(resolve)),
        isClosed: () => this.#closed,
      },
      options,
    );
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async head(): Promise<Position | null> {
    const head = this.#reading(() => this.#reader.head());
    return head === 0 ? null : formatPosition(head);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async identity(): Promise<string> {
    const identity = this.#reading(() => this.#reader.identity());
    if (identity !== null) return identity;
    throw new LogIncompatible(
      `${this.#options.file} is from before logs had an identity. Start the service once, which gives it one.`,
    );
  }

  async setRetention(stream: string, retention: Retention): Promise<void> {
    const writer = this.#writable();
    checkStream(stream);
    checkRetention(retention);
    await this.#enqueue(undefined, () => writer.setRetention(stream, retention));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- closing is synchronous in SQLite
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#queue.drain();
    this.#closed = true;
    this.#grown.notify();
    this.#database.close();
  }

  #enqueue<Answer>(appendBytes: number | undefined, run: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.add({
        appendBytes,
        run: () => {
          const answer = run();
          return () => resolve(answer);
        },
        fail: reject,
      });
    });
  }

  /** One transaction for the whole batch. A conflict is an answer; only a failure of the file fails the batch. */
  #commit(batch: readonly Work[]): void {
    let doing: Doing = 'write';
    let written: (() => void) | undefined;
    const answers: (() => void)[] = [];
    try {
      const writer = this.#writable();
      this.#database.exec('BEGIN IMMEDIATE');
      writer.begin();
      for (const work of batch) answers.push(work.run());
      const head = writer.finish();
      doing = 'commit';
      this.#database.exec('COMMIT');
      written = head > this.#head ? this.#options.onWritten : undefined;
      this.#head = head;
    } catch (error) {
      this.#rollBack(batch, error, doing);
      return;
    }
    for (const answer of answers) answer();
    this.#grown.notify();
    this.#report(batch);
    written?.();
  }

  #rollBack(batch: readonly Work[], error: unknown, doing: Doing): void {
    try {
      // SQLite has already rolled back after some errors (a full disk).
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } finally {
      const failure = this.#failure(error, doing);
      for (const work of batch) work.fail(failure);
    }
  }

  #report(batch: readonly Work[]): void {
    const appends = batch.filter((work) => work.appendBytes !== undefined);
    if (appends.length === 0) return;
    const bytes = appends.reduce((sum, work) => sum + (work.appendBytes ?? 0), 0);
    this.#options.onCommit?.({ appends: appends.length, bytes });
  }

  /** Writes of this log wake at once; writes of other processes are seen by a look at the head now and then. */
  #changed(after: number, signal: AbortSignal): Promise<void> {
    if (this.#head > after || this.#closed) return Promise.resolve();
    return this.#grown.wait(signal, (wake) => {
      const timer = setTimeout(wake, this.#options.pollMs ?? DEFAULT_POLL_MS);
      return () => clearTimeout(timer);
    });
  }

  #reading<Answer>(read: () => Answer): Answer {
    this.#assertOpen();
    try {
      return read();
    } catch (error) {
      throw this.#failure(error, 'read');
    }
  }

  #failure(error: unknown, doing: Doing): unknown {
    const failure = sqliteFailure(error, this.#options.file, doing);
    if (failure !== error && failure instanceof Error) this.#options.onFailure?.(failure);
    return failure;
  }

  #writable(): AppendWriter {
    this.#assertOpen();
    if (this.#writer === undefined) throw new LogUnavailable('The event log was opened to read only.');
    return this.#writer;
  }

  #assertOpen(): void {
    if (this.#closed) throw new LogUnavailable('The event log is closed.');
  }
}
