import { bindingStream, OPEN_BINDINGS_STREAM } from '@aip-hermes/binding';
import { LogUnavailable, type EventLog, type NewEvent } from '@aip-hermes/event-log';
import { BusUnavailable } from '@aip-hermes/message-bus';
import { describe, expect, it } from 'vitest';
import { appendForeign } from '../support/foreign-writer.js';
import { expectGuarantees } from '../support/guarantees.js';
import { ACCEPTED, event, provider, RUN_ID, status } from '../support/happy-run.js';
import { DONE, EVENTS, polled, statusTimes, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf, resultsOf } from '../support/published.js';
import type { ScriptedAnswer } from '../support/scripted-provider.js';
import { EPOCH_MS } from '../support/virtual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;
const completed = (): ScriptedAnswer => status('completed', { output: 'All good.' });

/** Where a process is killed, by what it was just about to do or had just done. */
interface KillPoint {
  readonly when: 'before' | 'after';
  readonly append?: string;
  readonly request?: RegExp;
  readonly publish?: 'stream_chunks' | 'results';
}

/** A world whose first process is killed at a point, once. */
function killedAt(point: KillPoint, options: Partial<WorldOptions> = {}): World {
  let killed = false;
  const kill = (): void => {
    killed = true;
    world.crash();
  };
  const isIt = (rows: readonly NewEvent[]): boolean =>
    !killed && rows.some(({ type }) => type === point.append);
  const isPublished = (records: readonly { topic: string }[]): boolean =>
    !killed && records.some(({ topic }) => topic === point.publish);
  const script = provider({
    events: () => ({
      frames: [event('message.delta', { delta: 'a' }), { waitMs: 1_000 }, event('run.completed', DONE)],
    }),
    status: completed,
  });
  const world: World = new World({
    script: (request, nth) => {
      if (!killed && request.method === 'POST' && point.request?.test(request.path) === true) kill();
      return script(request, nth);
    },
    faults: {
      beforeAppend: (_, rows) => {
        if (point.when !== 'before' || !isIt(rows)) return;
        kill();
        throw new LogUnavailable('killed');
      },
      afterAppend: (_, rows) => {
        if (point.when === 'after' && isIt(rows)) kill();
      },
    },
    bus: {
      beforeWrite: ({ records }) => {
        if (point.when !== 'before' || !isPublished(records)) return;
        kill();
        throw new BusUnavailable('killed');
      },
      afterWrite: ({ records }) => {
        if (point.when === 'after' && isPublished(records)) kill();
      },
    },
    ...options,
  });
  return world;
}

/** The calls of a log as they are, to replace some of. */
function throughTo(log: EventLog): EventLog {
  return {
    maxAppendBytes: log.maxAppendBytes,
    append: (stream, expected, events) => log.append(stream, expected, events),
    read: (stream, options) => log.read(stream, options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    identity: () => log.identity(),
    setRetention: (stream, retention) => log.setRetention(stream, retention),
    close: () => log.close(),
  };
}

async function restarted(world: World): Promise<void> {
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.clock.advance(5_000);
  await world.boot();
  await world.settle();
  await expectGuarantees(world);
}

describe('a kill at every boundary', () => {
  it.each<[string, KillPoint, number, string]>([
    ['before the create append', { when: 'before', append: 'OperatorRunRequested' }, 1, 'completed'],
    ['after the claim', { when: 'after', append: 'RunStartClaimed' }, 0, 'outcome_unknown'],
    ['after the request was written', { when: 'after', request: STARTS }, 1, 'outcome_unknown'],
    [
      'after the answer, before the bind append',
      { when: 'before', append: 'RunBound' },
      1,
      'outcome_unknown',
    ],
    ['after the bind append', { when: 'after', append: 'RunBound' }, 1, 'completed'],
    ['before the first provider event', { when: 'before', append: 'ProviderEventObserved' }, 1, 'completed'],
    ['after the first provider event', { when: 'after', append: 'ProviderEventObserved' }, 1, 'completed'],
    ['before the terminal append', { when: 'before', append: 'RunCompleted' }, 1, 'completed'],
    ['after the terminal append', { when: 'after', append: 'RunCompleted' }, 1, 'completed'],
    [
      'inside the transaction with the first chunk',
      { when: 'before', publish: 'stream_chunks' },
      1,
      'completed',
    ],
    ['after publishing the first chunk', { when: 'after', publish: 'stream_chunks' }, 1, 'completed'],
    ['inside the transaction with the result', { when: 'before', publish: 'results' }, 1, 'completed'],
    ['after publishing the result', { when: 'after', publish: 'results' }, 1, 'completed'],
  ])('G1, G3, G6, G7, C85: %s', async (_, point, starts, state) => {
    const world = killedAt(point);
    await restarted(world);
    expect(world.provider.count('POST', STARTS)).toBe(starts);
    expect((await world.binding('act_1'))?.binding.status).toBe(state);
    expect(await resultsOf(world, 'act_1')).toHaveLength(1);
    expect(world.provider.count('GET', EVENTS)).toBeLessThanOrEqual(1);
  });

  it('G1, C31, C80: a redelivery after the kill starts nothing', async () => {
    const world = killedAt({ when: 'after', request: STARTS });
    await restarted(world);
    await world.deliver(world.action('act_1'));
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect((await resultsOf(world, 'act_1')).map((result) => result.error?.code)).toEqual([
      'connector.hermes_agent.operator_outcome_unknown',
      'connector.hermes_agent.operator_outcome_unknown',
    ]);
  });
});

describe('recovery', () => {
  it('S2, C85: a binding nobody has claimed is started once, by the next process', async () => {
    const world = streaming([{ waitMs: 8_000 }, event('run.completed', DONE)], 'close', completed, {
      policy: { max_concurrent_runs: 1 },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.clock.advance(1_000);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    world.crash();
    await world.boot();
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(2);
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('max_concurrent_runs holds across a restart: what exists takes its slot before what waits', async () => {
    let slow = false;
    const world = streaming([], 'open', (nth) => (nth < 12 ? status('running') : completed()), {
      policy: { max_concurrent_runs: 1 },
      logSeen: (log) => ({
        ...throughTo(log),
        read: async (stream, options) => {
          for (let turn = 0; slow && stream.endsWith('act_1') && turn < 100; turn += 1)
            await Promise.resolve();
          return log.read(stream, options);
        },
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.clock.advance(1_000);
    world.crash();
    slow = true;
    await world.boot();
    await world.clock.advance(5_000);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(2);
    await expectGuarantees(world);
  });

  it('O7, C24: a bound run is followed by its status; its stream is never opened after a restart', async () => {
    const world = killedAt({ when: 'after', append: 'RunBound' });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(310_000);
    await world.boot();
    await world.settle();
    expect(world.provider.count('GET', EVENTS)).toBe(0);
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toMatchObject([{ reason: 'taken_over' }]);
    expect(await eventsOf(world, 'act_1', 'ObservationClaimed')).toHaveLength(2);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('O7: a take-over records no second end of the stream', async () => {
    const world = polled((nth) => (nth < 10 ? status('running') : completed()));
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    await world.boot();
    await world.settle();
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toMatchObject([{ reason: 'transport' }]);
    await expectGuarantees(world);
  });

  it('O5: a run whose deadline passed while no process ran is asked for before it is given up', async () => {
    const world = streaming([], 'open', completed);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    await world.clock.advance(3_600_000);
    await world.boot();
    await world.settle();
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(statusTimes(world)).toHaveLength(1);
    await expectGuarantees(world);
  });

  it('A1: a run that waits for a person is watched on; the same prompt is not opened again', async () => {
    const world = streaming([event('approval.request', { command: 'rm' })], 'open', (nth) =>
      nth < 5 ? status('waiting_for_approval', { last_event: 'approval.request' }) : completed(),
    );
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    await world.boot();
    await world.settle();
    expect(await eventsOf(world, 'act_1', 'ApprovalRequested')).toHaveLength(1);
    expect((await resultsOf(world, 'act_1')).map((result) => result.status)).toEqual([
      'requires_human',
      'completed',
    ]);
    await expectGuarantees(world);
  });

  it('X3, G8: a run that is being cancelled is followed to what the provider says', async () => {
    const world = streaming([], 'open', (nth) => status(nth < 3 ? 'stopping' : 'cancelled'));
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    await appendForeign(world, 'act_1', {
      type: 'CancellationRequested',
      data: {
        message_id: null,
        requested_by: { id: 'agent:planner', kind: 'agent' },
        reason: null,
        reply: null,
      },
    });
    world.crash();
    await world.boot();
    await world.settle();
    expect(await resultOf(world, 'act_1')).toMatchObject({ status: 'cancelled' });
    expect((await resultOf(world, 'act_1')).error).toBeUndefined();
    await expectGuarantees(world);
  });

  it('a finished binding is not touched by a restart', async () => {
    const world = streaming([event('run.completed', DONE)]);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.settle();
    const before = await world.events('act_1');
    world.crash();
    await world.boot();
    await world.settle();
    expect(await world.events('act_1')).toEqual(before);
    expect(statusTimes(world)).toEqual([]);
    await expectGuarantees(world);
  });

  it('S9, C54: an id in a 5xx that later vanishes stays evidence, and that it vanished is recorded', async () => {
    const world = new World({
      script: provider({
        start: () => ({ status: 500, json: { run_id: RUN_ID, status: 'queued' } }),
        status: () => ({ status: 404, json: { error: { code: 'run_not_found' } } }),
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.settle();
    expect(await eventsOf(world, 'act_1', 'RunOutcomeUnknown')).toMatchObject([
      { evidence: { run_id_seen: RUN_ID } },
    ]);
    expect(await eventsOf(world, 'act_1', 'LateEvidenceRecorded')).toMatchObject([
      { what: 'gone', run_id: RUN_ID },
    ]);
    expect(world.provider.count('GET', EVENTS)).toBe(0);
    await expectGuarantees(world);
  });
});

describe('an outage of the log', () => {
  function outage(options: Partial<WorldOptions> = {}): { world: World; down: (is: boolean) => void } {
    let isDown = false;
    const world = new World({
      script: provider({ start: () => ({ ...ACCEPTED, delayMs: 5_000 }), status: completed }),
      faults: {
        beforeAppend: () => {
          if (isDown) throw new LogUnavailable('scripted outage');
        },
      },
      ...options,
    });
    return { world, down: (is) => void (isDown = is) };
  }

  it('C84 (a): nothing is sent while the log is down; afterwards the command runs under a fresh claim', async () => {
    const { world, down } = outage();
    await world.boot();
    down(true);
    await world.deliver(world.action('act_1'));
    await world.clock.advance(180_000);
    expect(world.provider.seen).toEqual([]);
    down(false);
    await world.settle();
    const [claim] = await eventsOf(world, 'act_1', 'RunStartClaimed');
    const sentAt = world.provider.seen[0]?.atMs ?? 0;
    const age = sentAt + EPOCH_MS - Date.parse(claim?.['claimed_at'] as string);
    expect(age).toBeLessThan(10_000);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('C84 (a): a run that waited for a slot is claimed afresh after the outage too', async () => {
    let isDown = false;
    const world = streaming([event('run.completed', DONE)], 'close', completed, {
      policy: { max_concurrent_runs: 1 },
      faults: {
        beforeAppend: () => {
          if (isDown) throw new LogUnavailable('scripted outage');
        },
        afterAppend: (stream, rows) => {
          if (!stream.endsWith('act_1') || !rows.some(({ type }) => type === 'RunCompleted')) return;
          isDown = true;
          world.clock.after(180_000, () => {
            isDown = false;
          });
        },
      },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
    expect(world.provider.count('POST', STARTS)).toBe(2);
    await expectGuarantees(world);
  });

  it('C84 (b), S10: a claim whose time the outage used up sends nothing and is settled by its owner', async () => {
    let isDown = false;
    const world = new World({
      script: provider(),
      faults: {
        beforeAppend: () => {
          if (isDown) throw new LogUnavailable('scripted outage');
        },
        afterAppend: (_, rows) => {
          if (!rows.some(({ type }) => type === 'RunStartClaimed')) return;
          isDown = true;
          world.clock.skip(180_000);
          world.clock.after(1_000, () => void (isDown = false));
        },
      },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.settle();
    expect(world.provider.seen).toEqual([]);
    expect(await resultOf(world, 'act_1')).toMatchObject({
      error: { code: 'connector.hermes_agent.operator_not_started', details: { request_sent: false } },
    });
    await expectGuarantees(world);
  });

  it('C84 (c): an answer that comes during the outage is bound and observed when the log is back', async () => {
    const { world, down } = outage();
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    down(true);
    await world.clock.advance(180_000);
    down(false);
    await world.settle();
    const types = (await world.events('act_1')).map(({ type }) => type);
    expect(types.filter((type) => type === 'RunBound' || type === 'ObservationClaimed')).toHaveLength(2);
    expect(types).not.toContain('RunOutcomeUnknown');
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });
});

describe('the open bindings', () => {
  async function snapshots(
    world: World,
  ): Promise<readonly { position: string; action_ids: readonly string[] }[]> {
    const rows = await world.log.read(OPEN_BINDINGS_STREAM);
    return rows.map(({ data }) => JSON.parse(data) as { position: string; action_ids: readonly string[] });
  }

  async function stopped(world: World): Promise<void> {
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    const stopping = world.process.stop(0);
    await world.clock.advance(1_000);
    await stopping;
  }

  it('a stop leaves a snapshot with what is open and how far the log was read', async () => {
    const world = streaming([], 'open');
    await stopped(world);
    const [snapshot, ...more] = await snapshots(world);
    expect(more).toEqual([]);
    expect(snapshot?.action_ids).toEqual(['act_1']);
    expect(snapshot?.position).toMatch(/^[0-9]{20}$/);
  });

  it('G6: the next start goes on from the snapshot', async () => {
    const froms: (string | null)[] = [];
    const world = streaming([], 'open', completed, {
      logSeen: (log) => ({
        ...throughTo(log),
        subscribe: (options) => {
          if (options.types.includes('OperatorRunRequested')) froms.push(options.from);
          return log.subscribe(options);
        },
      }),
    });
    await stopped(world);
    await world.boot();
    await world.settle();
    expect(froms).toEqual([null, (await snapshots(world))[0]?.position]);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it.each([
    ['is lost', []],
    ['is no JSON', [{ data: '{' }]],
    ['has no ids', [{ data: '{"position":null}' }]],
    ['has ids that are none', [{ data: '{"position":null,"action_ids":[1]}' }]],
    ['names a place beyond the log', [{ data: '{"position":"00000000000000009999","action_ids":[]}' }]],
    ['names no place of a log', [{ data: '{"position":"later","action_ids":[]}' }]],
  ])('G6: a snapshot that %s is rebuilt from the log', async (_, rows) => {
    const world = streaming([], 'open', completed);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    for (const { data } of rows) {
      const [like] = await world.log.read(bindingStream('act_1'));
      const row = {
        id: world.random.uuid(),
        type: 'OpenBindingsSnapshot',
        data,
        metadata: like?.metadata ?? '',
      };
      await world.log.append(OPEN_BINDINGS_STREAM, 'any', [row]);
    }
    await world.boot();
    await world.settle();
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(world.lines.filter(({ message }) => message.startsWith('the snapshot'))).toHaveLength(rows.length);
    await expectGuarantees(world);
  });

  it('a snapshot is written every 1,000 openings and endings, and only the newest is kept', async () => {
    const world = streaming([event('run.completed', DONE)], 'close', undefined, {
      policy: { max_concurrent_runs: 1_000 },
    });
    await world.boot();
    for (let nth = 0; nth < 501; nth += 1) await world.deliver(world.action(`act_${nth}`));
    await world.settle();
    const [snapshot, ...more] = await snapshots(world);
    expect(more).toEqual([]);
    expect(snapshot?.position).toMatch(/^[0-9]{20}$/);
  });
});
