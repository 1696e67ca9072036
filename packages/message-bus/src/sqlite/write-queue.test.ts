import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { BusUnavailable } from '../errors.js';
import { busFileError } from './bus-file-error.js';
import { WriteQueue } from './write-queue.js';

function queueOn(db: Database.Database): { queue: WriteQueue; commits: () => number } {
  let commits = 0;
  const queue = new WriteQueue(db, {
    onCommit: () => (commits += 1),
    translate: (error) => busFileError(error, 'bus.db'),
  });
  return { queue, commits: () => commits };
}

function table(): { db: Database.Database; add: (value: string) => void; count: () => unknown } {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE t (v TEXT)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  return {
    db,
    add: (v) => void insert.run(v),
    count: () => db.prepare('SELECT count(*) FROM t').pluck().get(),
  };
}

describe('WriteQueue', () => {
  it('DESIGN 10: writes of one turn share a commit', async () => {
    const { db, add, count } = table();
    const { queue, commits } = queueOn(db);
    await Promise.all([1, 2, 3].map((n) => queue.write(() => add(String(n)))));
    expect([count(), commits()]).toEqual([3, 1]);
  });

  it('a write that refuses fails alone, and what it wrote is taken back', async () => {
    const { db, add, count } = table();
    const { queue } = queueOn(db);
    const ends = await Promise.allSettled([
      queue.write(() => add('a')),
      queue.write(() => {
        add('b');
        throw new RangeError('refused');
      }),
      queue.write(() => add('c')),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(count()).toBe(2);
  });

  it('a full disk fails every write of the commit with BusUnavailable; later writes go on', async () => {
    const { db, add, count } = table();
    db.pragma('max_page_count = 4');
    const { queue } = queueOn(db);
    const ends = await Promise.allSettled([
      queue.write(() => add('a')),
      queue.write(() => add('x'.repeat(100_000))),
    ]);
    for (const end of ends) {
      expect(end).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/is full/) as string },
      });
      expect(end.status === 'rejected' && end.reason).toBeInstanceOf(BusUnavailable);
    }
    expect(count()).toBe(0);
    await queue.write(() => add('b'));
    expect(count()).toBe(1);
  });

  it('idle resolves after the last write', async () => {
    const { db, add, count } = table();
    const { queue } = queueOn(db);
    const writing = queue.write(() => add('a'));
    await queue.idle();
    expect(count()).toBe(1);
    await writing;
  });
});
