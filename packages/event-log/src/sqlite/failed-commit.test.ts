import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { openDatabase } from './open-database.js';
import { SqliteEventLog } from './sqlite-event-log.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('a commit that fails', () => {
  let directory: TestDirectory;
  let log: SqliteEventLog;
  let failNext: string | undefined;
  beforeEach(() => {
    directory = aDirectory();
    const options = { file: directory.file('log.db') };
    log = new SqliteEventLog(failing(openDatabase(options)), options);
  });
  afterEach(async () => {
    await log.close();
    directory.remove();
  });

  /** The database, but the next COMMIT fails with a code if one is set. */
  function failing(database: Database.Database): Database.Database {
    return new Proxy(database, {
      get(target, key) {
        if (key === 'exec') {
          return (sql: string) => {
            const code = sql === 'COMMIT' ? failNext : undefined;
            if (code !== undefined) throw new Database.SqliteError('as the test wants it', code);
            return target.exec(sql);
          };
        }
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  it.each([
    ['SQLITE_FULL', 'event_log.unavailable'],
    ['SQLITE_READONLY', 'event_log.unavailable'],
    ['SQLITE_IOERR_FSYNC', 'event_log.ambiguous_append'],
  ])(
    '%s: every append that waited fails as %s, nothing stays, and the same append succeeds later',
    async (code, error) => {
      const [first, second] = [someEvents(2), someEvents(3)];
      failNext = code;
      const settled = await Promise.allSettled([
        log.append('a-1', 'no_stream', first),
        log.append('a-2', 'no_stream', second),
        log.setRetention('a-3', { maxCount: 1 }),
      ]);
      const failed = { status: 'rejected', reason: { code: error } };
      expect(settled).toMatchObject([failed, failed, failed]);
      expect([await log.read('a-1'), await log.head()]).toEqual([[], null]);
      failNext = undefined;
      expect(await log.append('a-1', 'no_stream', first)).toMatchObject({ kind: 'appended', revision: 1 });
      expect(await log.append('a-2', 'no_stream', second)).toMatchObject({ kind: 'appended', revision: 2 });
      expect(await log.read('a-2')).toHaveLength(3);
    },
  );
});
