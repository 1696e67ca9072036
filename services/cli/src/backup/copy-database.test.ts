import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from './copy-database.js';
import { damageOf } from './damage-of.js';

let folder: string;
let writer: Database.Database;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-copy-'));
  writer = new Database(at('from.db'));
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = OFF');
  writer.exec('CREATE TABLE t (x)');
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(rows: number): void {
  const insert = writer.prepare('INSERT INTO t VALUES (hex(randomblob(500)))');
  writer.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run();
  })();
}

function rowsOf(file: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare('SELECT count(*) FROM t').pluck().get();
  } finally {
    database.close();
  }
}

describe('a copy of a database that is written to', () => {
  it('is that of one moment, made in one pass, in one file', async () => {
    write(10_000);
    const told: number[] = [];
    await copyDatabase({
      from: at('from.db'),
      to: at('to.db'),
      onProgress: (done) => {
        told.push(done);
        write(10);
      },
    });
    expect(rowsOf(at('to.db'))).toBe(10_000);
    // Begun again after a commit, it would go back.
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.length).toBeGreaterThan(2);
    expect(damageOf(at('to.db'))).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith('to.'))).toEqual(['to.db']);
  });

  it('G13: is given up when the log of the writer outgrows its bound, and leaves nothing', async () => {
    write(10_000);
    writer.pragma('wal_checkpoint(TRUNCATE)');
    const copy = copyDatabase({
      from: at('from.db'),
      to: at('to.db'),
      onProgress: () => write(200),
      maxWalGrowthBytes: 100_000,
    });
    await expect(copy).rejects.toThrow(/wrote more than 100000 bytes/);
    expect(existsSync(at('to.db'))).toBe(false);
  });

  it('damage is told', async () => {
    write(1_000);
    await copyDatabase({ from: at('from.db'), to: at('to.db'), onProgress: () => undefined });
    const copy = new Database(at('to.db'));
    copy.unsafeMode();
    copy.pragma('writable_schema = ON');
    copy.exec("UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 't'");
    copy.close();
    expect(damageOf(at('to.db'))).toMatch(/./);
    expect(damageOf(at('none.db'))).toMatch(/./);
  });
});
