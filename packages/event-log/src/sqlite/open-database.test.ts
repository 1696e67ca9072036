import { chmodSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { LogIncompatible, LogUnavailable } from '../errors.js';
import { openSqliteEventLog } from './index.js';
import { openDatabase } from './open-database.js';
import { APPLICATION_ID, SCHEMA_VERSION, STEPS } from './schema.js';
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

  describe('a file of schema 1, from before logs had an identity', () => {
    beforeEach(() => {
      const database = new Database(file);
      database.exec(STEPS[0] ?? '');
      database.exec(`
        INSERT INTO streams (id, name, last_revision, first_revision) VALUES (1, 'a-1', 0, 0);
        INSERT INTO events VALUES (1, 1, 0, 0, 'T', 'id-1', '{"n":1}', '{}');
        UPDATE head SET position = 1;
      `);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma('user_version = 1');
      database.close();
    });

    it('gets one at the first opening that writes, keeps its events, and the identity stays', async () => {
      const log = openSqliteEventLog({ file });
      const identity = await log.identity();
      expect(identity).toMatch(/^[0-9a-f]{32}$/);
      expect(await log.read('a-1')).toMatchObject([{ revision: 0, id: 'id-1', data: '{"n":1}' }]);
      expect(await log.append('a-1', 0, someEvents(1))).toMatchObject({ kind: 'appended', revision: 1 });
      await log.close();
      const again = openSqliteEventLog({ file });
      expect(await again.identity()).toBe(identity);
      await again.close();
    });

    it('can be read as it is; it has no identity until a writer gives it one', async () => {
      const before = readFileSync(file);
      const reader = openSqliteEventLog({ file, readOnly: true });
      expect(await reader.read('a-1')).toHaveLength(1);
      await expect(reader.identity()).rejects.toThrow(LogIncompatible);
      await expect(reader.identity()).rejects.toThrow(/Start the service once/);
      expect(readFileSync(file).equals(before)).toBe(true);
      const log = openSqliteEventLog({ file });
      expect(await reader.identity()).toBe(await log.identity());
      await log.close();
      await reader.close();
    });
  });

  it('a copy of the file is the same log, another file is another one', async () => {
    const log = openSqliteEventLog({ file });
    const identity = await log.identity();
    await log.close();
    copyFileSync(file, directory.file('copy.db'));
    const copy = openSqliteEventLog({ file: directory.file('copy.db') });
    expect(await copy.identity()).toBe(identity);
    await copy.close();
    const other = openSqliteEventLog({ file: directory.file('other.db') });
    expect(await other.identity()).not.toBe(identity);
    await other.close();
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
    await expect(open()).rejects.toThrow(
      /is damaged\. Change nothing .* "A damaged log" in docs\/operations\.md/,
    );
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
