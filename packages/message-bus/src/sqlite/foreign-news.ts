import type Database from 'better-sqlite3';
import { News } from '../news.js';

/**
 * News that also come from other processes: while somebody waits, the file is asked every `pollMs` whether another
 * connection committed. That is one cheap pragma, however many wait.
 */
export class ForeignNews extends News {
  readonly #db: Database.Database;
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | null = null;
  #seenVersion: unknown = null;
  #closed = false;

  constructor(db: Database.Database, pollMs: number) {
    super();
    this.#db = db;
    this.#pollMs = pollMs;
  }

  override wait(seen: number, signal: AbortSignal): Promise<void> {
    const waiting = super.wait(seen, signal);
    if (this.awaited && !this.#closed) this.#timer ??= setTimeout(() => this.#look(), this.#pollMs);
    return waiting;
  }

  /** Stops looking; those who still wait are let go. Idempotent. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.wake();
  }

  #look(): void {
    this.#timer = null;
    if (!this.awaited) return;
    const version = this.#version();
    // The first look has nothing to compare with, so it wakes everybody once.
    if (version !== this.#seenVersion) {
      this.#seenVersion = version;
      this.wake();
      return;
    }
    this.#timer = setTimeout(() => this.#look(), this.#pollMs);
  }

  /** A failing look is a change: those who wait look themselves and meet the error where it can be told. */
  #version(): unknown {
    try {
      return this.#db.pragma('data_version', { simple: true });
    } catch (error) {
      return error;
    }
  }
}
