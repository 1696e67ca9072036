import Database from 'better-sqlite3';

/** Writes that share one commit at most. */
const MAX_WRITES_PER_COMMIT = 1_024;

/** Tries while another process holds the write lock; with the lock wait of the connection about six seconds. */
const MAX_BUSY_TRIES = 50;

/** Pause between two of those tries, milliseconds, so that this process goes on meanwhile. */
const BUSY_PAUSE_MS = 20;

interface Write {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly refusal: unknown };

/** What the queue tells and asks its owner. */
export interface WriteQueueOptions {
  /** Called after every commit. */
  readonly onCommit: () => void;
  /** Turns an error of the database into one of the port. */
  readonly translate: (error: unknown) => unknown;
}

/**
 * Group commit: writes of the same turn of the event loop share one transaction and so one sync to disk. A write
 * resolves after its commit. One that throws an error of its own fails alone; an error of the database fails all.
 */
export class WriteQueue {
  readonly #db: Database.Database;
  readonly #options: WriteQueueOptions;
  readonly #waiting: Write[] = [];
  #scheduled: Promise<void> | null = null;

  constructor(db: Database.Database, options: WriteQueueOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Runs `work` in a transaction; it is run again if the lock was not to be had. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#scheduled ??= this.#drain();
    });
  }

  /** Resolves when nothing waits to be written. */
  async idle(): Promise<void> {
    while (this.#scheduled !== null) await this.#scheduled;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, MAX_WRITES_PER_COMMIT));
    }
    this.#scheduled = null;
  }

  async #commit(writes: readonly Write[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const outcomes = this.#tried(writes, tries < MAX_BUSY_TRIES);
      if (outcomes !== 'busy') {
        settle(writes, outcomes);
        return;
      }
      await new Promise<void>((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }

  /** One try; `'busy'` only while another may follow. An error of the database refuses every write. */
  #tried(writes: readonly Write[], again: boolean): readonly Outcome[] | 'busy' {
    try {
      const outcomes = this.#transaction(writes);
      this.#options.onCommit();
      return outcomes;
    } catch (error) {
      if (again && isBusy(error)) return 'busy';
      const refusal = this.#options.translate(error);
      return writes.map(() => ({ refusal }));
    }
  }

  #transaction(writes: readonly Write[]): readonly Outcome[] {
    const [first, ...others] = writes;
    if (first !== undefined && others.length === 0) {
      return [{ value: this.#db.transaction(first.work).immediate() }];
    }
    return this.#db.transaction(() => writes.map(({ work }) => this.#outcome(work))).immediate();
  }

  /** A nested transaction is a savepoint: what a refused write had written is taken back. */
  #outcome(work: () => unknown): Outcome {
    try {
      return { value: this.#db.transaction(work)() };
    } catch (error) {
      if (error instanceof Database.SqliteError || !this.#db.inTransaction) throw error;
      return { refusal: error };
    }
  }
}

function settle(writes: readonly Write[], outcomes: readonly Outcome[]): void {
  for (const [index, write] of writes.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && 'value' in outcome) write.resolve(outcome.value);
    else write.reject(outcome?.refusal);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
