import { describe, expect, it } from 'vitest';
import { armOf } from './expected/arm-of.js';
import { caseTitle } from './expected/case-title.js';
import { KILL_CASES } from './expected/kill-cases.js';
import { endFindings } from './judge/end-findings.js';
import { findings } from './judge/findings.js';
import { killFindings } from './judge/kill-findings.js';
import { crash } from './world/crash.js';
import { inWorld } from './world/in-world.js';
import { settle } from './world/settle.js';

const TEST_MS = 120_000;
const TARGET = 'act_target';

const KILLS = KILL_CASES.flatMap((kill) =>
  Array.from({ length: kill.occurrences - kill.from + 1 }, (_, index) => {
    const nth = kill.from + index;
    return [`${caseTitle(kill)} (${nth})`, kill.end.result, nth, kill] as const;
  }),
);

describe.concurrent('DESIGN 9.7: SIGKILL at every point, then the product as it is', () => {
  it.each(KILLS)(
    'G1, G3, G4, G6, G7, S7, O7: killed at %s: %s',
    { timeout: TEST_MS },
    (_at, _end, nth, kill) =>
      inWorld(kill.scene.policy, async (world) => {
        const { scene, end } = kill;
        await crash(world, armOf(kill, TARGET, nth), TARGET, scene);
        expect(await killFindings(world, TARGET, end)).toEqual([]);
        const [command] = world.sent.filter(({ key }) => key === TARGET);
        if (kill.redelivered && command !== undefined) await world.redeliver(command);
        const judged = await settle(world, [TARGET]);
        expect([...endFindings(judged, TARGET, end), ...findings(judged)]).toEqual([]);
      }),
  );
});
