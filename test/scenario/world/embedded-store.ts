import type { EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Words for the numbers of `PRAGMA synchronous`. */
const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const;
/** From FULL on a commit is on the disk before it is answered (SQLite, PRAGMA synchronous, write-ahead log). */
const SYNCS_EACH_COMMIT = 2;
/** Nobody else writes to the file. */
const NEVER_MS = 2_147_483_647;

/** How an embedded log is opened. */
export interface EmbeddedStoreOptions {
  readonly now: () => number;
  readonly maxAppendBytes: number;
}

/**
 * An SQLite log in a directory of its own that can lose its power. Every commit of its connection is seen, with the length
 * that the write-ahead log has then and whether that commit was synced; a cut keeps what was synced.
 */
export class EmbeddedStore {
  readonly #options: EmbeddedStoreOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'aip-hermes-scenario-'));
  readonly #restore: () => void;
  /** What `PRAGMA synchronous` said at each commit. */
  readonly #said = new Set<string>();
  #generation = 0;
  #synced = 0;
  log: EventLog;

  constructor(options: EmbeddedStoreOptions) {
    this.#options = options;
    this.#restore = watchCommits((database) => this.#committed(database));
    this.log = this.#open();
  }

  /** `PRAGMA synchronous` of the connection that appends: one word, or several when it changed. */
  get synchronous(): string {
    return [...this.#said].join(', ') || 'nothing was committed';
  }

  /** Everything that was not synced is gone; the log is open again on what is left. */
  async cut(): Promise<EventLog> {
    const from = this.#file;
    this.#generation += 1;
    mkdirSync(join(this.#folder, String(this.#generation)), { mode: 0o700 });
    const to = this.#file;
    copyFileSync(from, to);
    if (this.#synced > 0) {
      copyFileSync(`${from}-wal`, `${to}-wal`);
      truncateSync(`${to}-wal`, this.#synced);
    }
    await this.log.close();
    this.log = this.#open();
    return this.log;
  }

  async close(): Promise<void> {
    this.#restore();
    await this.log.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, String(this.#generation), 'log.db');
  }

  #open(): EventLog {
    mkdirSync(join(this.#folder, String(this.#generation)), { recursive: true, mode: 0o700 });
    return openSqliteEventLog({ file: this.#file, pollMs: NEVER_MS, ...this.#options });
  }

  #committed(database: Database.Database): void {
    if (database.name !== this.#file) return;
    const synchronous = Number(database.pragma('synchronous', { simple: true }));
    this.#said.add(SYNCHRONOUS[synchronous] ?? String(synchronous));
    const wal = `${this.#file}-wal`;
    if (synchronous >= SYNCS_EACH_COMMIT && existsSync(wal)) this.#synced = statSync(wal).size;
  }
}

/** Calls `seen` after every commit of any connection in this process, until the returned function is called. */
function watchCommits(seen: (database: Database.Database) => void): () => void {
  const { prototype } = Database;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own receiver below
  const original = prototype.exec;
  prototype.exec = function exec(this: Database.Database, sql: string): Database.Database {
    const result = original.call(this, sql);
    if (sql === 'COMMIT') seen(this);
    return result;
  };
  return () => {
    prototype.exec = original;
  };
}
