import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collect, untilCaughtUp, untilCount } from '../contract/collect.js';
import { someEvents } from '../contract/given-events.js';
import type { EventLog } from '../port.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('subscriptions of the SQLite log', () => {
  let directory: TestDirectory;
  let log: EventLog;
  beforeEach(() => {
    directory = aDirectory();
    // A poll that never comes: whatever wakes here is a commit of this log.
    log = openSqliteEventLog({ file: directory.file('log.db'), pollMs: 1_000_000 });
  });
  afterEach(async () => {
    await log.close();
    directory.remove();
  });

  it('looks over a bounded stretch at a time: the position moves on before anything fits, and nothing is missed', async () => {
    for (let n = 0; n < 24; n += 1) await log.append(`other-${n}`, 'no_stream', someEvents(500));
    await log.append('wanted-1', 'no_stream', someEvents(2, { type: 'Wanted' }));
    const { events, batches } = await collect(log, { types: ['Wanted'], from: null }, untilCaughtUp);
    expect(batches.map((batch) => [batch.events.length, Number(batch.position), batch.caughtUp])).toEqual([
      [0, 10_000, false],
      [2, 12_002, true],
    ]);
    expect(events).toEqual(await log.read('wanted-1'));
  });

  it('bounds a batch by its text too', async () => {
    const data = `"${'x'.repeat(500_000)}"`;
    for (let n = 0; n < 12; n += 1)
      await log.append('large-1', 'any', someEvents(1, { type: 'Large', data }));
    const { batches } = await collect(log, { types: ['Large'], from: null }, untilCount(12));
    expect(batches.map((batch) => batch.events.length)).toEqual([9, 3]);
  });

  it('wakes at once for commits of its own log, also for one made while a batch was being worked on', async () => {
    const append = () => log.append('own-1', 'any', someEvents(1, { type: 'Own' }));
    const { events } = await collect(log, { types: ['Own'], from: null }, async (collected) => {
      if (collected.events.length >= 10) return true;
      if (collected.events.length % 2 === 0) await append();
      else setImmediate(() => void append());
      return false;
    });
    expect(events).toHaveLength(10);
  });

  it('ends at once when the log closes while it waits', async () => {
    const waiting = log.subscribe({ types: ['None'], from: null, signal: new AbortController().signal });
    const batches = waiting[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next();
    await log.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('no type at all fits nothing', async () => {
    await log.append('none-1', 'no_stream', someEvents(2));
    const { batches } = await collect(log, { types: [], from: null }, untilCaughtUp);
    expect(batches).toEqual([{ events: [], position: await log.head(), caughtUp: true }]);
  });
});
