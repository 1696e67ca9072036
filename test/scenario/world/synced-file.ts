import { copyFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A database file with a write-ahead log, of which it is known how much was synced. What a power cut leaves is copied into a
 * folder of its own, since the connection before it still holds the old one.
 */
export class SyncedFile {
  readonly #folder: string;
  readonly #name: string;
  #generation = 0;
  #synced = 0;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    mkdirSync(this.#place, { recursive: true, mode: 0o700 });
  }

  /** Where it is now. */
  get path(): string {
    return join(this.#place, this.#name);
  }

  /** Everything that was written until now was synced. */
  synced(): void {
    const wal = `${this.path}-wal`;
    this.#synced = existsSync(wal) ? statSync(wal).size : 0;
  }

  /** Goes on with a copy of what was synced. The database file itself is written at checkpoints only, which sync it. */
  cut(): void {
    const from = this.path;
    this.#generation += 1;
    mkdirSync(this.#place, { recursive: true, mode: 0o700 });
    copyFileSync(from, this.path);
    if (this.#synced === 0) return;
    copyFileSync(`${from}-wal`, `${this.path}-wal`);
    truncateSync(`${this.path}-wal`, this.#synced);
  }

  get #place(): string {
    return join(this.#folder, String(this.#generation));
  }
}
