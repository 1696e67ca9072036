import { describe, expect, it } from 'vitest';
import { event, RUN_ID, status } from '../support/happy-run.js';
import { DONE, EVENTS, polled, runToTheEnd, statusTimes, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import type { ScriptedAnswer, ScriptedFrame } from '../support/scripted-provider.js';

/** A status body of which one piece comes, and then nothing, ever. */
const STALLED: ScriptedAnswer = { frames: [{ text: `{"run_id":"${RUN_ID}",` }], end: 'open' };

const TIMEOUT_MS = 10_000;
const GRACE_MS = 5_000;

/** Virtual milliseconds at which the run's end was recorded. */
async function endedAt(world: ReturnType<typeof polled>): Promise<number> {
  const [started, ended] = await Promise.all(
    ['RunStartClaimed', 'RunOutcomeUnknown'].map(async (type) => {
      const found = (await world.events('act_1')).find((it) => it.type === type);
      return Date.parse((JSON.parse(found?.metadata ?? '{}') as { recorded_at: string }).recorded_at);
    }),
  );
  return (ended ?? Number.NaN) - (started ?? Number.NaN);
}

describe('status answers that never end', () => {
  it('O9: hold a polled run open to its deadline and a grace, no longer', async () => {
    const world = polled(() => STALLED);
    await runToTheEnd(world, { timeout_ms: TIMEOUT_MS });
    expect(statusTimes(world)).toHaveLength(1);
    expect(await endedAt(world)).toBe(TIMEOUT_MS + GRACE_MS);
  });

  it('O9: hold a streamed run open to its deadline and a grace, no longer', async () => {
    const world = streaming([], 'open', () => STALLED);
    await runToTheEnd(world, { timeout_ms: TIMEOUT_MS });
    expect(await endedAt(world)).toBe(TIMEOUT_MS + GRACE_MS);
  });

  it('O9: leave no timer behind when an answer came in time', async () => {
    const world = polled(() => status('completed', DONE));
    await runToTheEnd(world, { timeout_ms: TIMEOUT_MS });
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    await world.process.stop(0);
    expect(world.process.timersWaiting).toBe(0);
  });
});

describe('status answers that bring much', () => {
  const large = 'x'.repeat(1024 * 1024 + 1);

  it('G13: are asked for every 5 s, however busy the run looks', async () => {
    const world = polled((nth) => status('running', { last_event: `event ${nth}`, large }));
    await runToTheEnd(world, { timeout_ms: 60_000 });
    const times = statusTimes(world);
    expect(
      times
        .slice(1)
        .every((at, index) => at - (times[index] ?? 0) >= Math.min(5_000, 60_000 - (times[index] ?? 0))),
    ).toBe(true);
    expect(times.length).toBeLessThanOrEqual(14);
  });
});

describe('answers about another run', () => {
  it('S4, O8: end nothing', async () => {
    const world = polled((nth) =>
      nth === 1
        ? status('completed', { run_id: 'run_other', output: 'not mine' })
        : status('completed', DONE),
    );
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'RunCompleted')).toMatchObject([
      { provider: { output: 'All good.' } },
    ]);
    expect(world.lines.some(({ fields }) => JSON.stringify(fields).includes('about another run'))).toBe(true);
  });
});

describe('a flood of events', () => {
  it('G13: gives everything else its turn, also when the events are dropped, and warns of no listener leak', async () => {
    const frames: ScriptedFrame[] = Array.from({ length: 20_000 }, () =>
      event('message.delta', { delta: 'a' }),
    );
    const world = streaming([...frames, event('run.completed', DONE)], 'close', () => status('running'), {
      policy: { max_events: 10 },
    });
    const warnings: string[] = [];
    const warned = (warning: Error): number => warnings.push(warning.name);
    process.on('warning', warned);
    let inThisTurn = 0;
    let most = 0;
    let going = true;
    const turn = (): void => {
      inThisTurn = 0;
      if (going) setImmediate(turn);
    };
    turn();
    world.provider.onFrame = () => {
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
    };
    await runToTheEnd(world);
    going = false;
    process.off('warning', warned);
    expect(world.provider.count('GET', EVENTS)).toBe(1);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(most).toBeLessThanOrEqual(2 * 1024);
    expect(warnings).toEqual([]);
  });
});
