import type Database from 'better-sqlite3';
import { BusUnavailable } from '../errors.js';
import type { Page, PageStore } from '../paged-reader.js';
import type { GroupStore } from '../partition-loop.js';
import type { InboundRecord, Topic } from '../port.js';
import { busFileError } from './bus-file-error.js';
import { BusTables } from './bus-tables.js';
import { ForeignNews } from './foreign-news.js';
import { openDatabase } from './open-database.js';
import { PublishedRetention } from './published-retention.js';
import { WriteQueue } from './write-queue.js';

/** How a bus file is used. */
export interface BusFileOptions {
  readonly file: string;
  readonly readOnly: boolean;
  readonly partitions: number;
  readonly pollMs: number;
  readonly maxRecords: number;
  /** Called after each commit. */
  readonly onWritten?: () => void;
  /** Called with each failure of the file, with the error that callers get. */
  readonly onFailure?: (error: Error) => void;
}

/** An open bus file: reads at once, writes in shared commits, and every error is one of the port. */
export class BusFile implements GroupStore, PageStore {
  readonly news: ForeignNews;
  readonly partitions: number;
  readonly #file: string;
  readonly #db: Database.Database;
  readonly #tables: BusTables;
  readonly #retention: PublishedRetention;
  readonly #writes: WriteQueue;
  readonly #readOnly: boolean;
  readonly #onFailure: BusFileOptions['onFailure'];
  #told = 0;
  #closed = false;

  /** @throws BusUnavailable, BusIncompatible */
  constructor(options: BusFileOptions) {
    this.#file = options.file;
    this.#readOnly = options.readOnly;
    this.#onFailure = options.onFailure;
    [this.#db, this.#tables, this.#retention] = this.#translated(() => {
      const db = openDatabase(options);
      try {
        const tables = new BusTables(db, options.file, options.maxRecords);
        return [db, tables, new PublishedRetention(db)] as const;
      } catch (error) {
        db.close();
        throw error;
      }
    });
    this.partitions = this.#tables.partitions;
    this.news = new ForeignNews(this.#db, options.pollMs);
    this.#writes = new WriteQueue(this.#db, {
      onCommit: () => {
        this.#tellNews();
        options.onWritten?.();
      },
      translate: (error) => this.#translate(error),
    });
  }

  /** @throws BusUnavailable */
  read<T>(work: (tables: BusTables) => T): T {
    this.#refuseClosed();
    return this.#translated(() => work(this.#tables));
  }

  /** Resolves when what `work` wrote is synced. @throws BusUnavailable, and what `work` throws */
  async write<T>(work: (tables: BusTables) => T): Promise<T> {
    this.#refuseClosed();
    if (this.#readOnly) {
      throw new BusUnavailable(`${this.#file} was opened for reading only; nothing was stored.`);
    }
    return this.#writes.write(() => work(this.#tables));
  }

  nextOffset(group: string, partition: number): number {
    return this.read((tables) => tables.nextOffset(group, partition));
  }

  commands(partition: number, from: number): readonly InboundRecord[] {
    return this.read((tables) => tables.commands(partition, from));
  }

  commit(group: string, partition: number, next: number): Promise<void> {
    return this.write((tables) => tables.moveOffset(group, partition, next));
  }

  head(): number {
    return this.read((tables) => tables.head());
  }

  page(topics: readonly Topic[], key: string | undefined, after: number, until: number): Page {
    return this.read((tables) => tables.page(topics, key, after, until));
  }

  /** @throws BusUnavailable */
  removedUntilMs(): number | null {
    return this.read(() => this.#retention.removedUntilMs());
  }

  /** @throws BusUnavailable */
  removePublished(beforeMs: number): Promise<{ readonly removed: number; readonly more: boolean }> {
    return this.write(() => this.#retention.remove(beforeMs));
  }

  /** Resolves when nothing waits to be written. */
  idle(): Promise<void> {
    return this.#writes.idle();
  }

  /** Writes what waits, then closes the file. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.news.close();
    await this.idle();
    this.#db.close();
  }

  /** A moved offset or checkpoint is no news to a reader. */
  #tellNews(): void {
    if (this.#told === this.#tables.appended) return;
    this.#told = this.#tables.appended;
    this.news.wake();
  }

  #refuseClosed(): void {
    if (this.#closed) throw new BusUnavailable('The message bus is closed.');
  }

  #translated<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): unknown {
    const failure = busFileError(error, this.#file);
    if (failure !== error && failure instanceof Error) this.#onFailure?.(failure);
    return failure;
  }
}
