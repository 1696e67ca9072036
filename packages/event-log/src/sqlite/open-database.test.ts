import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import { openSqliteEventLog } from './index.js';
import { openDatabase } from './open-database.js';
import { SCHEMA_VERSION } from './schema.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('opening the file of the log', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(() => {
    directory = aDirectory();
    file = directory.file('log.db');
  });
  afterEach(() => directory.remove());

  const mode = (path: string): number => statSync(path).mode & 0o777;

  it('makes files that only their owner reads, and narrows the mode of one that is wider', async () => {
    const log = openSqliteEventLog({ file });
    await log.append('a-1', 'no_stream', someEvents(1));
    expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual([0o600, 0o600, 0o600]);
    await log.close();
    chmodSync(file, 0o644);
    await openSqliteEventLog({ file }).close();
    expect(mode(file)).toBe(0o600);
  });

  it('G: every commit is synced: write-ahead log and synchronous=FULL', () => {
    const database = openDatabase({ file });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    database.close();
  });

  it('an empty file becomes a log', async () => {
    writeFileSync(file, '');
    const log = openSqliteEventLog({ file });
    expect(await log.head()).toBeNull();
    await log.close();
  });

  it('a file of a newer build is refused, for writing and reading, and the message says so', async () => {
    await openSqliteEventLog({ file }).close();
    const database = new Database(file);
    database.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    database.close();
    for (const readOnly of [false, true]) {
      expect(() => openSqliteEventLog({ file, readOnly })).toThrow(LogIncompatible);
      expect(() => openSqliteEventLog({ file, readOnly })).toThrow(/newer .* Use the newer build/);
    }
  });

  it('a database of another program is refused and stays as it is', () => {
    const database = new Database(file);
    database.exec('CREATE TABLE theirs (x)');
    database.close();
    const before = readFileSync(file);
    for (const readOnly of [false, true]) {
      expect(() => openSqliteEventLog({ file, readOnly })).toThrow(LogIncompatible);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('a file that is no database is refused and stays as it is', () => {
    const text = 'not a database, but long enough to have a header '.repeat(20);
    writeFileSync(file, text);
    expect(() => openSqliteEventLog({ file })).toThrow(LogIncompatible);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('a damaged file gives a clear error and not a wrong answer', async () => {
    const log = openSqliteEventLog({ file });
    await log.append('a-1', 'no_stream', someEvents(200));
    await log.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4_096);
    writeFileSync(file, bytes);
    const open = async (): Promise<void> => {
      const damaged = openSqliteEventLog({ file });
      await damaged.read('a-1').finally(() => damaged.close());
    };
    await expect(open()).rejects.toThrow(/damaged. Restore it from a backup/);
    await expect(open()).rejects.toThrow(LogUnavailable);
  });

  it('a directory that is not there gives a clear error', () => {
    expect(() => openSqliteEventLog({ file: directory.file('no/log.db') })).toThrow(LogUnavailable);
  });

  it('read-only creates nothing, refuses appends, and says what is missing', async () => {
    expect(() => openSqliteEventLog({ file, readOnly: true })).toThrow(/does not exist/);
    writeFileSync(file, '');
    expect(() => openSqliteEventLog({ file, readOnly: true })).toThrow(/still empty/);
    await openSqliteEventLog({ file }).close();
    const reader = openSqliteEventLog({ file, readOnly: true });
    await expect(reader.append('a-1', 'any', someEvents(1))).rejects.toThrow(LogUnavailable);
    await expect(reader.setRetention('a-1', { maxCount: 1 })).rejects.toThrow(LogUnavailable);
    await reader.close();
  });
});
