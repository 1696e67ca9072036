import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEvent, someEvents } from '../contract/given-events.js';
import { LogUnavailable } from '../errors.js';
import { MAX_PENDING_BYTES } from './commit-queue.js';
import { type CommitStats, openSqliteEventLog } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('group commit', () => {
  let directory: TestDirectory;
  let file: string;
  beforeEach(() => {
    directory = aDirectory();
    file = directory.file('log.db');
  });
  afterEach(() => directory.remove());

  async function commitsOf(groupCommit: boolean): Promise<readonly CommitStats[]> {
    const commits: CommitStats[] = [];
    const log = openSqliteEventLog({
      file: `${file}-${groupCommit}`,
      groupCommit,
      onCommit: (stats) => commits.push(stats),
    });
    const streams = Array.from({ length: 50 }, (_, n) => `group.v1-${n}`);
    await Promise.all(streams.map((stream) => log.append(stream, 'no_stream', someEvents(2))));
    await log.close();
    return commits;
  }

  it('DESIGN 10: appends that wait at the same moment share one commit', async () => {
    expect((await commitsOf(true)).map(({ appends }) => appends)).toEqual([50]);
  });

  it('DESIGN 10, B1c: without it each append has a commit of its own', async () => {
    expect((await commitsOf(false)).map(({ appends }) => appends)).toEqual(
      Array.from({ length: 50 }, () => 1),
    );
  });

  it('appends to one stream are written in the order they were called', async () => {
    const log = openSqliteEventLog({ file });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        log.append('order-1', n === 0 ? 'no_stream' : n - 1, someEvents(1)),
      ),
    );
    expect(outcomes.map((outcome) => outcome.kind === 'appended' && outcome.revision)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
    await log.close();
  });

  it('refuses more than the bound of waiting bytes, writes the rest, and recovers', async () => {
    const log = openSqliteEventLog({ file });
    const data = `"${'x'.repeat(1_000_000)}"`;
    const count = Math.ceil(MAX_PENDING_BYTES / data.length) + 5;
    const settled = await Promise.allSettled(
      Array.from({ length: count }, (_, n) => log.append(`wide-${n}`, 'no_stream', [anEvent({ data })])),
    );
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(10);
    expect(refused.every(({ reason }) => reason instanceof LogUnavailable)).toBe(true);
    expect(await log.append('wide-last', 'no_stream', [anEvent({ data })])).toMatchObject({
      kind: 'appended',
    });
    const head = Number(await log.head());
    expect(head).toBe(count - refused.length + 1);
    await log.close();
  });

  it('a full file refuses the appends with a message for a person, keeps what was there, and takes them later', async () => {
    const small = openSqliteEventLog({ file, maxFileBytes: 400_000 });
    await small.append('full-1', 'no_stream', someEvents(3));
    const before = await small.read('full-1');
    const events = someEvents(5, { data: `"${'x'.repeat(100_000)}"` });
    const settled = await Promise.allSettled([
      small.append('full-1', 2, events),
      small.append('full-2', 'no_stream', someEvents(1)),
    ]);
    for (const each of settled) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'event_log.unavailable' } });
      expect(each.status === 'rejected' && String(each.reason)).toMatch(
        /is full.*bytes are free there.*Free some space.*Nothing was written/,
      );
    }
    expect(await small.read('full-1')).toEqual(before);
    expect(await small.append('full-2', 'no_stream', someEvents(1))).toMatchObject({
      kind: 'appended',
      revision: 0,
    });
    await small.close();
    const large = openSqliteEventLog({ file });
    expect(await large.append('full-1', 2, events)).toMatchObject({ kind: 'appended', revision: 7 });
    await large.close();
  });

  it('a file locked by another writer refuses the append, and nothing was written', async () => {
    const log = openSqliteEventLog({ file, lockWaitMs: 1 });
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(log.append('locked-1', 'no_stream', someEvents(1))).rejects.toThrow(
      /locked by another process/,
    );
    other.exec('ROLLBACK');
    expect(await log.append('locked-1', 'no_stream', someEvents(1))).toMatchObject({ revision: 0 });
    other.close();
    await log.close();
  });
});
