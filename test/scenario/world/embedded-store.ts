import type { EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import type { MessageBus } from '@aip-hermes/message-bus';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SyncedFile } from './synced-file.js';

/** Words for the numbers of `PRAGMA synchronous`. */
const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const;
/** From FULL on a commit is on the disk before it is answered (SQLite, PRAGMA synchronous, write-ahead log). */
const SYNCS_EACH_COMMIT = 2;
/** Nobody else writes to the files. */
const NEVER_MS = 2_147_483_647;

/** How the files are opened. */
export interface EmbeddedStoreOptions {
  readonly now: () => number;
  readonly maxAppendBytes: number;
}

/**
 * SQLite files of a scenario that can lose their power. Every commit of the log's connection is seen, with what
 * `PRAGMA synchronous` says then; a cut keeps what was synced. The bus syncs every write that it confirms.
 */
export class EmbeddedStore {
  readonly #options: EmbeddedStoreOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'aip-hermes-scenario-'));
  readonly #logFile = new SyncedFile(join(this.#folder, 'log'), 'log.db');
  readonly #busFile = new SyncedFile(join(this.#folder, 'bus'), 'bus.db');
  readonly #restore: () => void;
  /** What `PRAGMA synchronous` said at each commit. */
  readonly #said = new Set<string>();
  log: EventLog;
  /** Opened when it is asked for. */
  #bus: MessageBus | null = null;

  constructor(options: EmbeddedStoreOptions) {
    this.#options = options;
    this.#restore = watchCommits((database) => this.#committed(database));
    this.log = this.#openLog();
  }

  /** The bus; one partition a topic. */
  get bus(): MessageBus {
    this.#bus ??= openSqliteBus({
      file: this.#busFile.path,
      partitions: 1,
      pollMs: NEVER_MS,
      now: this.#options.now,
      onWritten: () => this.#busFile.synced(),
    });
    return this.#bus;
  }

  /** `PRAGMA synchronous` of the connection that appends: one word, or several when it changed. */
  get synchronous(): string {
    return [...this.#said].join(', ') || 'nothing was committed';
  }

  /** Everything that was not synced is gone; the files are open again on what is left. */
  async cut(): Promise<void> {
    this.#logFile.cut();
    await this.log.close();
    this.log = this.#openLog();
    if (this.#bus === null) return;
    this.#busFile.cut();
    await this.#bus.close();
    this.#bus = null;
  }

  async close(): Promise<void> {
    this.#restore();
    await this.log.close();
    await this.#bus?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #openLog(): EventLog {
    return openSqliteEventLog({ file: this.#logFile.path, pollMs: NEVER_MS, ...this.#options });
  }

  #committed(database: Database.Database): void {
    if (database.name !== this.#logFile.path) return;
    const synchronous = Number(database.pragma('synchronous', { simple: true }));
    this.#said.add(SYNCHRONOUS[synchronous] ?? String(synchronous));
    if (synchronous >= SYNCS_EACH_COMMIT) this.#logFile.synced();
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
