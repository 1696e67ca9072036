import { describe, expect, it } from 'vitest';
import { POINT_NAMES } from '../points/point-names.js';
import { armOf } from './expected/arm-of.js';
import { caseTitle } from './expected/case-title.js';
import { KILL_CASES } from './expected/kill-cases.js';
import { WAITING_POINTS } from './expected/waiting-points.js';
import { askAndAnswer, runAndCancel } from './scenes/questions.js';
import { plain } from './scenes/scenes.js';
import { crash } from './world/crash.js';
import { inWorld } from './world/in-world.js';

const TEST_MS = 120_000;
const TARGET = 'act_target';

const WAITING: readonly string[] = Object.keys(WAITING_POINTS);

describe.concurrent('the points of kill tests', () => {
  it('every point has an expected end, or waits for a feature and has none', () => {
    const killed = new Set(KILL_CASES.map(({ point }) => point));
    expect([...killed, ...WAITING].sort()).toEqual([...POINT_NAMES].sort());
  });

  it(
    'no point that waits for a feature is reached: when one is, it needs an expected end',
    { timeout: TEST_MS },
    () =>
      inWorld({}, async (world) => {
        const process = world.watched(null);
        await world.bounded(process.ready(), 'the service');
        await askAndAnswer(world, 'act_asks');
        await runAndCancel(world, 'act_long');
        world.release();
        await process.kill('SIGTERM');
        expect(process.marks.map(({ point }) => point)).toContain('after-publish');
        expect(process.marks.filter(({ point }) => WAITING.includes(point))).toEqual([]);
      }),
  );

  const repeated = KILL_CASES.filter(({ occurrences }) => occurrences > 1);
  it.each(repeated.map((kill) => [caseTitle(kill), kill.occurrences, kill] as const))(
    '%s is reached %d times and no more: a process is killed at each',
    { timeout: TEST_MS },
    (_at, occurrences, kill) =>
      inWorld(kill.scene.policy, async (world) => {
        const process = world.watched(null);
        await world.bounded(process.ready(), 'the service');
        await kill.scene.play(world, TARGET);
        await world.answered();
        await process.kill('SIGTERM');
        const { point, actions } = armOf(kill, TARGET, 1);
        const counted = process.marks.filter((mark) => mark.point === point && actions.includes(mark.action));
        expect(counted).toHaveLength(occurrences);
      }),
  );

  it('a kill test fails when its point is not reached', { timeout: TEST_MS }, () =>
    inWorld({}, async (world) => {
      const never = { point: 'after-bind-append', nth: 2, actions: [TARGET] } as const;
      await expect(crash(world, never, TARGET, plain)).rejects.toThrow(
        'after-bind-append (2) was not reached: 0',
      );
    }),
  );
});
