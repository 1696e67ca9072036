import { LogUnavailable, type EventLog } from '@aip-hermes/event-log';
import { describe, expect, it } from 'vitest';
import { expectGuarantees } from '../support/guarantees.js';
import { event, status } from '../support/happy-run.js';
import { DONE, streaming } from '../support/observed-run.js';
import type { Script, ScriptedAnswer } from '../support/scripted-provider.js';
import { SeededRandom } from '../support/seeded-random.js';
import { World } from '../support/world.js';

const RUNS = 14;
const LIMIT = 3;

/** A provider whose every run begins, goes on and ends in a way of its own. */
function anyProvider(random: SeededRandom, onStart: () => void): Script {
  return (request) => {
    if (request.method === 'POST') {
      onStart();
      const { session_id } = JSON.parse(request.body ?? '{}') as { session_id: string };
      const accepted = { status: 202, json: { run_id: `run_${session_id}` }, delayMs: random.below(2_000) };
      return random.pick<ScriptedAnswer>([
        accepted,
        accepted,
        accepted,
        accepted,
        { status: 429, json: {} },
        { status: 500, json: { run_id: `run_${session_id}` } },
        { status: 202, json: {} },
        { broken: 'refused' },
        { broken: 'reset', delayMs: 700 },
        { silent: true },
      ]);
    }
    if (request.path.endsWith('/events')) {
      const wait = { waitMs: random.below(20_000) };
      const ends = [
        'run.completed',
        'run.failed',
        'run.cancelled',
        'approval.request',
        'message.delta',
      ] as const;
      const frames = [event('message.delta', { delta: 'a' }), wait, event(random.pick(ends), DONE)];
      return random.pick<ScriptedAnswer>([
        { frames },
        { frames, end: 'reset' },
        { frames, end: 'open' },
        { status: 404, json: {} },
        { broken: 'reset' },
      ]);
    }
    return random.pick<ScriptedAnswer>([
      status('running'),
      status('running', { updated_at: random.next() }),
      status('waiting_for_approval'),
      status('completed', { output: 'x' }),
      status('failed', { error: 'x' }),
      status('superseded'),
      { status: 404, json: {} },
      { status: 503, json: {} },
      { broken: 'refused' },
    ]);
  };
}

async function anyWorld(seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  const onStart = (): void => {
    expect(world.process.slots.taken).toBeLessThanOrEqual(LIMIT);
  };
  const world: World = new World({
    seed,
    script: anyProvider(random, onStart),
    policy: { max_concurrent_runs: LIMIT },
    faults: {
      beforeAppend: (stream) => {
        if (stream.includes('operator_runs') && random.chance(0.02)) throw new Error('a defect');
      },
    },
  });
  await world.boot();
  for (let nth = 0; nth < RUNS; nth += 1) await world.deliver(world.action(`act_${nth}`));
  await world.settle();
  await expectGuarantees(world);
  for (let nth = 0; nth < RUNS; nth += 1) {
    const status = (await world.binding(`act_${nth}`))?.binding.status;
    expect(['completed', 'failed', 'cancelled', 'outcome_unknown']).toContain(status);
  }
}

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

describe('slots', () => {
  it.each(Array.from({ length: 25 }, (_, index) => index + 1))(
    'G1, G6, G13: any endings, and defects in between, give every slot back exactly once (seed %i)',
    (seed) => anyWorld(seed),
  );

  it('a run keeps its slot while its actor recovers from a defect, so that the limit holds', async () => {
    let broken = false;
    const world = streaming(
      [{ waitMs: 500 }, event('message.delta', { delta: 'a' })],
      'open',
      (nth) => (nth < 15 ? status('running') : status('completed')),
      {
        policy: { max_concurrent_runs: 1 },
        faults: {
          beforeAppend: (_, rows) => {
            if (broken || !rows.some(({ type }) => type === 'ProviderEventObserved')) return;
            broken = true;
            throw new Error('a defect');
          },
        },
      },
    );
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.clock.advance(10_000);
    expect(broken).toBe(true);
    expect(world.provider.count('POST', /runs$/)).toBe(1);
    await world.settle();
    expect(world.provider.count('POST', /runs$/)).toBe(2);
    await expectGuarantees(world);
  });

  it('G13: nothing that waits starts after a restart while a run that exists cannot be read', async () => {
    let readsToFail = 0;
    const world = streaming([], 'open', (nth) => (nth < 12 ? status('running') : status('completed')), {
      policy: { max_concurrent_runs: 1 },
      logSeen: (log) => ({
        ...throughTo(log),
        read: (stream, options) => {
          if (!stream.endsWith('act_1') || readsToFail === 0) return log.read(stream, options);
          readsToFail -= 1;
          return Promise.reject(new LogUnavailable('a disk that comes back'));
        },
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2'));
    await world.clock.advance(1_000);
    world.crash();
    readsToFail = 2;
    const booted = world.boot();
    await world.clock.advance(10_000);
    await booted;
    expect(readsToFail).toBe(0);
    expect(world.provider.count('POST', /runs$/)).toBe(1);
    await world.settle();
    expect(world.provider.count('POST', /runs$/)).toBe(2);
    await expectGuarantees(world);
  });

  it('a stop while a run that exists cannot be read ends the start of the process', async () => {
    let away = false;
    const world = streaming([], 'open', () => status('running'), {
      logSeen: (log) => ({
        ...throughTo(log),
        read: (stream, options) =>
          away && stream.endsWith('act_1')
            ? Promise.reject(new LogUnavailable('away'))
            : log.read(stream, options),
      }),
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    world.crash();
    away = true;
    const booted = world.boot();
    await world.clock.advance(5_000);
    const stopped = world.process.stop(1_000);
    await world.clock.advance(5_000);
    await Promise.all([booted, stopped]);
    expect(world.failures).toEqual([]);
  });
});
