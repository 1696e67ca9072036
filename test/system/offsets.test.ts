import { AmbiguousAppend, LogUnavailable, type NewEvent } from '@aip-hermes/event-log';
import { BusUnavailable } from '@aip-hermes/message-bus';
import { describe, expect, it } from 'vitest';
import { cancel, envelope } from '../support/commands.js';
import { caseFile } from '../support/case-file.js';
import { provider } from '../support/happy-run.js';
import { eventsOf, resultOf, resultsOf } from '../support/published.js';
import { decided, deadLetters, repliesTo } from '../support/replies.js';
import { World, type WorldOptions } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;

function creates(rows: readonly NewEvent[], actionId?: string): boolean {
  return rows.some(
    ({ type, data }) =>
      type === 'OperatorRunRequested' &&
      (actionId === undefined || data.includes(`"action_id":"${actionId}"`)),
  );
}

const PLAIN: WorldOptions = { script: provider() };

describe('an offset never passes an undecided record', () => {
  it('G6, C58: a failed create append leaves the offset; after a kill the record is admitted once', async () => {
    let failures = 1;
    const world = new World({
      ...PLAIN,
      faults: {
        beforeAppend: (_, rows) => {
          if (!creates(rows) || failures === 0) return;
          failures -= 1;
          world.crash();
          throw new LogUnavailable('away');
        },
      },
    });
    await world.boot();
    await world.deliver(new TextEncoder().encode(caseFile('C58-command.json')));
    await world.clock.advance(1_000);
    expect(world.decided).toBe(0);
    await world.boot();
    await world.settle();
    const id = 'act_0197f3a2b4c07d1e8a5b6c7d8e9f003a';
    expect(await eventsOf(world, id, 'OperatorRunRequested')).toHaveLength(1);
    expect((await resultOf(world, id)).status).toBe('completed');
    expect(world.provider.count('POST', STARTS)).toBe(1);
  });

  it('G6, C60: while one of twenty hangs, the offset stops before it; after a kill nothing is lost or started twice', async () => {
    let hang = true;
    const world = new World({
      ...PLAIN,
      faults: {
        beforeAppend: (_, rows) =>
          hang && creates(rows, 'act_4') ? new Promise<void>(() => undefined) : undefined,
      },
    });
    for (let nth = 1; nth <= 20; nth += 1) await world.deliver(world.action(`act_${nth}`));
    await world.boot();
    await world.clock.advance(2_000);
    expect(world.decided).toBe(3);
    expect(await world.binding('act_20')).not.toBeNull();
    expect(await world.binding('act_4')).toBeNull();
    hang = false;
    world.crash();
    await world.boot();
    await world.settle();
    for (let nth = 1; nth <= 20; nth += 1) {
      expect(await resultsOf(world, `act_${nth}`)).toHaveLength(1);
      expect(await eventsOf(world, `act_${nth}`, 'InvocationAccepted')).toHaveLength(1);
    }
    expect(world.provider.count('POST', STARTS)).toBe(20);
  });

  it('G6: while the log is away commands wait, in order, and are decided when it is back', async () => {
    let away = true;
    const world = new World({
      ...PLAIN,
      faults: {
        beforeAppend: () => {
          if (away) throw new LogUnavailable('away');
        },
      },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2', {}));
    await world.deliver(cancel(world, { action: 'act_1' }));
    await world.clock.advance(60_000);
    expect(world.decided).toBe(0);
    expect(world.provider.seen).toEqual([]);
    away = false;
    await world.settle();
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect((await resultOf(world, 'act_2')).status).toBe('failed');
    expect(world.failures).toEqual([]);
  });

  it('G6, G11: while the dead-letter topic is away a bad record stays undecided, then it is kept once', async () => {
    let away = true;
    const world = new World({
      ...PLAIN,
      bus: {
        beforeWrite: ({ port }) => {
          if (away && port === 'deadLetters') throw new BusUnavailable('away');
        },
      },
    });
    await world.boot();
    await world.deliver(new TextEncoder().encode('nonsense'));
    await world.clock.advance(10_000);
    expect(world.decided).toBe(0);
    away = false;
    await world.settle();
    expect(await deadLetters(world)).toHaveLength(1);
  });

  it('M7: while error replies cannot be sent the record stays undecided; its dead letter is kept once', async () => {
    let away = true;
    const world = new World({
      ...PLAIN,
      bus: {
        beforeWrite: ({ port }) => {
          if (away && port === 'errorReplies') throw new BusUnavailable('away');
        },
      },
    });
    await world.boot();
    const message = envelope(world, 'aip.core.v1.ack', { ack: { action_id: 'act_1', status: 'accepted' } });
    await world.deliver(message);
    await world.clock.advance(10_000);
    expect(world.decided).toBe(0);
    away = false;
    await world.settle();
    expect(await deadLetters(world)).toHaveLength(1);
    expect(await repliesTo(world, message)).toHaveLength(1);
  });
});

describe('an append whose outcome is not known', () => {
  it.each(['OperatorRunRequested', 'CommandRefused'])(
    'G1, M9: an ambiguous %s is settled by the same append again',
    async (type) => {
      let ambiguous = 2;
      const world = new World({
        ...PLAIN,
        faults: {
          afterAppend: (_, rows) => {
            if (!rows.some((row) => row.type === type) || ambiguous === 0) return;
            ambiguous -= 1;
            throw new AmbiguousAppend('cut off');
          },
        },
      });
      await world.boot();
      const message = world.action('act_1', type === 'CommandRefused' ? {} : undefined);
      await world.deliver(message);
      await world.settle();
      expect(await repliesTo(world, message)).toHaveLength(1);
      expect(world.provider.count('POST', STARTS)).toBe(type === 'CommandRefused' ? 0 : 1);
    },
  );

  it.each([
    ['took effect', 'after' as const, 0],
    ['did not take effect', 'before' as const, 1],
  ])(
    'G1, G3: ambiguous, it %s, the process is killed and the record comes again',
    async (_, when, starts) => {
      let armed = true;
      const cut = (rows: readonly NewEvent[]): void => {
        if (!armed || !creates(rows)) return;
        armed = false;
        world.clock.after(10, () => world.crash());
        throw new AmbiguousAppend('cut off');
      };
      const world: World = new World({
        ...PLAIN,
        faults:
          when === 'after'
            ? { afterAppend: (_s, rows) => cut(rows) }
            : { beforeAppend: (_s, rows) => cut(rows) },
      });
      await world.boot();
      await world.deliver(world.action('act_1'));
      await world.clock.advance(1_000);
      await world.boot();
      await world.settle();
      expect(world.provider.count('POST', STARTS)).toBe(starts);
      const binding = (await world.binding('act_1'))?.binding;
      expect(binding?.status).toBe(starts === 0 ? 'outcome_unknown' : 'completed');
      expect(await resultsOf(world, 'act_1')).toHaveLength(1);
    },
  );

  it('G6: a create given up in doubt by a process that lives on is driven when its record comes again', async () => {
    let inDoubt = true;
    const world = new World({
      ...PLAIN,
      policy: { max_concurrent_runs: 1 },
      faults: {
        afterAppend: (_, rows) => {
          if (inDoubt && creates(rows, 'act_2')) throw new AmbiguousAppend('cut off');
        },
      },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await decided(world);
    const value = new TextEncoder().encode(JSON.stringify(world.action('act_2')));
    const offsets: number[] = [];
    const handle = (signal: AbortSignal): Promise<void> =>
      world.process.connector.handle({
        partition: 3,
        records: [
          { topic: 'commands', partition: 3, offset: 0, key: null, value, headers: {}, timestampMs: 0 },
        ],
        decided: (offset) => void offsets.push(offset),
        signal,
      });
    const lost = new AbortController();
    const first = handle(lost.signal).catch((error: unknown) => error);
    await world.clock.advance(10);
    lost.abort();
    expect(await first).toBeInstanceOf(Error);
    expect(offsets).toEqual([]);
    inDoubt = false;
    await handle(new AbortController().signal);
    expect(offsets).toEqual([0]);
    await world.settle();
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
    expect(world.provider.count('POST', STARTS)).toBe(2);
  });

  it('C72: a conflict answered to an append that took effect counts as success', async () => {
    let lies = 1;
    const world = new World({
      ...PLAIN,
      logSeen: (log) => ({
        ...bound(log),
        append: async (stream, expected, rows) => {
          const outcome = await log.append(stream, expected, rows);
          if (!creates(rows) || lies === 0 || outcome.kind !== 'appended') return outcome;
          lies -= 1;
          return { kind: 'conflict', actual: outcome.revision };
        },
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.settle();
    expect(lies).toBe(0);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect(await eventsOf(world, 'act_1', 'RunStartClaimed')).toHaveLength(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('G6, DESIGN 3: the reload after an ambiguous create may fail; the run is driven all the same', async () => {
    let ambiguous = true;
    let failingReads = 0;
    const world = new World({
      ...PLAIN,
      faults: {
        afterAppend: (_, rows) => {
          if (!creates(rows) || !ambiguous) return;
          ambiguous = false;
          failingReads = 3;
          throw new AmbiguousAppend('cut off');
        },
      },
      logSeen: (log) => ({
        ...bound(log),
        read: (stream, options) => {
          if (failingReads === 0) return log.read(stream, options);
          failingReads -= 1;
          return Promise.reject(new LogUnavailable('away'));
        },
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(5_000);
    await world.settle();
    expect(failingReads).toBe(0);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
  });

  it('M9, G1, C97: another process decides the same record first: this one appends nothing', async () => {
    let raced = false;
    const world: World = new World({
      ...PLAIN,
      faults: {
        beforeAppend: async (stream, rows) => {
          if (raced || !creates(rows)) return;
          raced = true;
          const other = rows.map((row) => ({ ...row, id: world.random.uuid() })).slice(0, 2);
          await world.log.append(stream, 'no_stream', other);
        },
      },
    });
    await world.boot();
    const message = world.action('act_1');
    await world.deliver(message);
    await decided(world);
    const types = (await world.events('act_1')).map(({ type }) => type);
    expect(types).toEqual(['OperatorRunRequested', 'InvocationAccepted']);
    expect(world.provider.seen).toEqual([]);
    expect(world.failures).toEqual([]);
  });
});

describe('stopping', () => {
  it('DESIGN 5: a command behind a run whose append waits for the log does not hold up a stop', async () => {
    let away = false;
    const world = new World({
      ...PLAIN,
      faults: {
        beforeAppend: (_, rows) => {
          if (rows.some(({ type }) => type === 'RunBound')) away = true;
          if (away) throw new LogUnavailable('away');
        },
      },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(100);
    await world.deliver(world.action('act_1'));
    await world.clock.advance(100);
    let stopped = false;
    void world.process.stop(1_000).then(() => (stopped = true));
    await world.clock.runUntil(() => stopped, 60_000);
    expect(world.decided).toBe(1);
  });
});

/** The log's own methods, to be replaced one by one. */
function bound(log: World['log']): World['log'] {
  return {
    maxAppendBytes: log.maxAppendBytes,
    append: (stream, expected, rows) => log.append(stream, expected, rows),
    read: (stream, options) => log.read(stream, options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    identity: () => log.identity(),
    setRetention: (stream, retention) => log.setRetention(stream, retention),
    close: () => log.close(),
  };
}
