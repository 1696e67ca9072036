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

describe.concurrent('DESIGN 9.7: SIGKILL at a point, again at the same, then the product as it is', () => {
  for (const kill of KILL_CASES) {
    const { from, end } = kill;
    const scene = besideBystander(kill.scene);
    const whose = end.comesAgain ? 'the same Action' : 'another Action';
    it(`G1, G3, G4, G6, G7: killed twice at ${caseTitle(kill)}, of ${whose}`, { timeout: TEST_MS }, () =>
      inWorld(scene.policy, async (world) => {
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
  }
});

describe.concurrent('DESIGN 9.7: SIGKILL while a claim that a killed process left is settled', () => {
  const claimed = KILL_CASES.find(({ point }) => point === 'after-claim-append');
  for (const point of ['before-terminal-append', 'after-terminal-append'] as const) {
    it(`G1, G3, G4: after-claim-append, then ${point}: unknown`, { timeout: TEST_MS }, () =>
      inWorld({}, async (world) => {
        if (claimed === undefined) throw new Error('there is no such case');
        await crash(world, { point: 'after-claim-append', nth: 1, actions: [FIRST] }, FIRST, plain);
        await crash(world, { point, nth: 1, actions: [FIRST] }, FIRST, null);
        const judged = await settle(world, [FIRST]);
        expect([...endFindings(judged, FIRST, claimed.end), ...findings(judged)]).toEqual([]);
      }),
    );
  }
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
