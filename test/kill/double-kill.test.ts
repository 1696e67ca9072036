import { describe, expect, it } from 'vitest';
import { armOf } from './expected/arm-of.js';
import { caseTitle } from './expected/case-title.js';
import { KILL_CASES } from './expected/kill-cases.js';
import { endFindings } from './judge/end-findings.js';
import { findings } from './judge/findings.js';
import { killFindings } from './judge/kill-findings.js';
import { besideBystander } from './scenes/bystander.js';
import type { Scene } from './scenes/scene.js';
import { plain } from './scenes/scenes.js';
import { crash } from './world/crash.js';
import { inWorld } from './world/in-world.js';
import { settle } from './world/settle.js';

const TEST_MS = 120_000;
const FIRST = 'act_first';
const SECOND = 'act_second';

const KILLS = KILL_CASES.map(
  (kill) => [caseTitle(kill), kill.end.comesAgain ? 'the same Action' : 'another Action', kill] as const,
);

describe.concurrent('DESIGN 9.7: SIGKILL at a point, again at the same, then the product as it is', () => {
  it.each(KILLS)(
    'G1, G3, G4, G6, G7, S7, O7: killed twice at %s, of %s',
    { timeout: TEST_MS },
    (_at, _whose, kill) =>
      inWorld(kill.scene.policy, async (world) => {
        const { from, end } = kill;
        const scene = besideBystander(kill.scene);
        await crash(world, armOf(kill, FIRST, from), FIRST, scene);
        expect(await killFindings(world, FIRST, end)).toEqual([]);
        const targets = end.comesAgain ? [FIRST] : [FIRST, SECOND];
        if (end.comesAgain) await crash(world, armOf(kill, FIRST, 1), FIRST, null);
        else await crash(world, armOf(kill, SECOND, from), SECOND, after(FIRST, scene));
        expect(await killFindings(world, targets.at(-1) ?? '', end)).toEqual([]);
        const judged = await settle(world, targets);
        const ends = targets.flatMap((target) => endFindings(judged, target, end));
        expect([...ends, ...findings(judged)]).toEqual([]);
      }),
  );

  it.each(['before-terminal-append', 'after-terminal-append'] as const)(
    'G1, G3, G4, S7: the process that settles what was left at after-claim-append is killed at %s: unknown',
    { timeout: TEST_MS },
    (point) =>
      inWorld({}, async (world) => {
        const claimed = KILL_CASES.find((it) => it.point === 'after-claim-append');
        if (claimed === undefined) throw new Error('there is no such case');
        await crash(world, armOf(claimed, FIRST, 1), FIRST, plain);
        await crash(world, { point, nth: 1, actions: [FIRST] }, FIRST, null);
        const judged = await settle(world, [FIRST]);
        expect([...endFindings(judged, FIRST, claimed.end), ...findings(judged)]).toEqual([]);
      }),
  );
});

/** The same scene, when what was left of another Action has ended, so that the kill concerns its own target alone. */
function after(action: string, scene: Scene): Scene {
  return {
    ...scene,
    play: async (world, target) => {
      if (!scene.holdsTarget) await world.answered(action);
      await scene.play(world, target);
    },
  };
}
