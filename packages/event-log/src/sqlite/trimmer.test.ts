import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('dropping what retention hides', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(() => {
    directory = aDirectory();
    file = directory.file('log.db');
  });
  afterEach(() => directory.remove());

  function rows(): number {
    const database = new Database(file, { readonly: true });
    const count = Number(database.prepare('SELECT count(*) FROM events').pluck().get());
    database.close();
    return count;
  }

  it('a stream with maxCount holds no more rows than that', async () => {
    const log = openSqliteEventLog({ file });
    await log.setRetention('count-1', { maxCount: 3 });
    for (let n = 0; n < 10; n += 1) await log.append('count-1', 'any', someEvents(7));
    expect(rows()).toBe(3);
    await log.close();
  });

  it('a long stream that gets a retention is cleared step by step, with bounded work per append', async () => {
    const log = openSqliteEventLog({ file });
    await log.append('long-1', 'no_stream', someEvents(300));
    await log.setRetention('long-1', { maxCount: 1 });
    const counts = [rows()];
    while (rows() > 1 && counts.length < 20) {
      await log.append('long-1', 'any', someEvents(1));
      counts.push(rows());
    }
    expect(counts).toEqual([236, 172, 108, 44, 1]);
    await log.close();
  });

  it('expired events of a stream nobody touches again go with commits of others, or at the next opening', async () => {
    let time = 0;
    const now = (): number => time;
    const log = openSqliteEventLog({ file, now });
    for (const stream of ['old-1', 'old-2', 'old-3']) {
      await log.setRetention(stream, { maxAgeMs: 100 });
      await log.append(stream, 'no_stream', someEvents(2));
    }
    time = 100;
    await log.append('new-1', 'no_stream', someEvents(1));
    expect(rows()).toBe(3);
    await log.close();
    const again = openSqliteEventLog({ file, now });
    expect(rows()).toBe(1);
    expect(await again.append('old-3', 1, someEvents(1))).toMatchObject({ kind: 'appended', revision: 2 });
    await again.close();
  });

  it('positions are not used twice when the newest event is dropped', async () => {
    let time = 0;
    const now = (): number => time;
    const log = openSqliteEventLog({ file, now });
    await log.setRetention('last-1', { maxAgeMs: 10 });
    const first = await log.append('last-1', 'no_stream', someEvents(1));
    time = 10;
    await log.close();
    const again = openSqliteEventLog({ file, now });
    expect(rows()).toBe(0);
    const second = await again.append('other-1', 'no_stream', someEvents(1));
    expect([first, second]).toMatchObject([
      { position: '00000000000000000001' },
      { position: '00000000000000000002' },
    ]);
    await again.close();
  });
});
