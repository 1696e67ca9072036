import { LogUnavailable } from '@aip-hermes/event-log';
import { describe, expect, it } from 'vitest';
import { expectGuarantees } from '../support/guarantees.js';
import { ACCEPTED, event, provider, status } from '../support/happy-run.js';
import { DONE, EVENTS, statusTimes, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import type { ScriptedAnswer } from '../support/scripted-provider.js';
import { World } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;
const completed = (): ScriptedAnswer => status('completed', { output: 'All good.' });

/** Stops the process and says how long that took, milliseconds of virtual time; fails above `limitMs`. */
async function stop(world: World, drainMs: number, limitMs: number, force?: AbortSignal): Promise<number> {
  const from = world.clock.monotonic();
  const took: number[] = [];
  const stopping = world.process.stop(drainMs, force).then(() => {
    took.push(world.clock.monotonic() - from);
  });
  await world.clock.advance(limitMs);
  expect(took).toHaveLength(1);
  await stopping;
  expect(world.process.timersWaiting).toBe(0);
  expect(world.process.slots.taken).toBe(0);
  return took[0] ?? Number.NaN;
}

async function begun(world: World, ...ids: readonly string[]): Promise<void> {
  await world.boot();
  for (const id of ids) await world.deliver(world.action(id));
  await world.clock.advance(1_000);
}

describe('a stop', () => {
  it('DESIGN 5: with nothing to follow it is over at once', async () => {
    const world = streaming([]);
    await world.boot();
    expect(await stop(world, 10_000, 0)).toBe(0);
  });

  it('DESIGN 5: runs are observed on, and it is over when the last one has ended', async () => {
    const world = streaming([{ waitMs: 4_000 }, event('run.completed', DONE)]);
    await begun(world, 'act_1');
    expect(await stop(world, 10_000, 10_000)).toBe(3_000);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
    await world.boot();
    await world.settle();
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('DESIGN 5, O7: after the drain time bound runs are left as they are for the next owner, which polls', async () => {
    const world = streaming([event('message.delta', { delta: 'a' })], 'open', completed);
    await begun(world, 'act_1');
    expect(await stop(world, 10_000, 10_000)).toBe(10_000);
    const types = (await world.events('act_1')).map(({ type }) => type);
    expect(types.at(-1)).toBe('ProviderEventObserved');
    await world.boot();
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect(world.provider.count('GET', EVENTS)).toBe(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('DESIGN 5: a second signal ends the drain at once', async () => {
    const world = streaming([], 'open', completed);
    await begun(world, 'act_1');
    const force = new AbortController();
    world.clock.after(2_000, () => {
      force.abort();
    });
    expect(await stop(world, 300_000, 5_000, force.signal)).toBe(2_000);
  });

  it('DESIGN 5: when the second signal came first, nothing is drained', async () => {
    const world = streaming([], 'open', completed);
    await begun(world, 'act_1');
    expect(await stop(world, 300_000, 0, AbortSignal.abort())).toBe(0);
  });

  it('C70: a start under way gets its bounded time and is bound', async () => {
    const world = new World({
      script: provider({
        start: () => ({ ...ACCEPTED, delayMs: 3_000 }),
        events: () => ({ status: 404, json: { error: { code: 'run_not_found' } } }),
        status: completed,
      }),
    });
    await begun(world, 'act_1');
    expect(await stop(world, 10_000, 10_000)).toBe(2_000);
    await world.boot();
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect(await eventsOf(world, 'act_1', 'RunBound')).toHaveLength(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('C70, G3: a start that outlasts the drain is recorded as unknown before the process ends', async () => {
    const world = new World({ script: provider({ start: () => ({ silent: true }) }) });
    await begun(world, 'act_1');
    expect(await stop(world, 2_000, 2_000)).toBe(2_000);
    expect(await eventsOf(world, 'act_1', 'RunOutcomeUnknown')).toMatchObject([
      { phase: 'start', evidence: { request_sent: true } },
    ]);
    await world.boot();
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    await expectGuarantees(world);
  });

  it('C70: a run that waits for a slot is not started during the drain, but by the next process', async () => {
    const world = streaming([{ waitMs: 3_000 }, event('run.completed', DONE)], 'close', completed, {
      policy: { max_concurrent_runs: 1 },
    });
    await begun(world, 'act_1', 'act_2');
    await stop(world, 10_000, 10_000);
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect((await world.binding('act_2'))?.binding).toMatchObject({ status: 'starting', start_claim: null });
    await world.boot();
    await world.settle();
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('O11: an end already read from the status is recorded, not left to the next owner', async () => {
    const world = streaming([], 'open', completed);
    await begun(world, 'act_1');
    await world.clock.advance(14_500);
    expect(statusTimes(world)).toEqual([15_000]);
    await stop(world, 0, 0);
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it('a stop while polling leaves the run to the next owner', async () => {
    const world = streaming([], 'close', (nth) => (nth < 20 ? status('running') : completed()));
    await begun(world, 'act_1');
    expect(await stop(world, 500, 500)).toBe(500);
    await world.boot();
    await world.settle();
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await expectGuarantees(world);
  });

  it('G3: a stop while the log is down ends, and what could not be recorded is unknown later', async () => {
    let down = false;
    const world = new World({
      script: provider({ start: () => ({ ...ACCEPTED, delayMs: 2_000 }) }),
      faults: {
        beforeAppend: () => {
          if (down) throw new LogUnavailable('scripted outage');
        },
      },
    });
    await begun(world, 'act_1');
    down = true;
    expect(await stop(world, 5_000, 5_000)).toBe(5_000);
    down = false;
    await world.boot();
    await world.settle();
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
    expect(world.provider.count('POST', STARTS)).toBe(1);
    await expectGuarantees(world);
  });
});
