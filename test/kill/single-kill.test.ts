import { describe, expect, it } from 'vitest';
import type { KillCase } from './expected/expected-end.js';
import { KILL_CASES } from './expected/kill-cases.js';
import { boundFindings, endFindings } from './judge/end-findings.js';
import { findings } from './judge/judge.js';
import { crash } from './world/crash.js';
import { inWorld } from './world/in-world.js';
import type { KillWorld } from './world/kill-world.js';
import { settle } from './world/settle.js';

const TEST_MS = 120_000;
const TARGET = 'act_target';

const KILLS = KILL_CASES.flatMap((it) =>
  Array.from({ length: it.occurrences - it.from + 1 }, (_, index) => ({ ...it, nth: it.from + index })),
);

describe.concurrent('DESIGN 9.7: SIGKILL at every point, then the product as it is', () => {
  for (const kill of KILLS) {
    const { point, variant, nth, scene, counts, end } = kill;
    const at = [point, variant, `(${nth})`].filter((word) => word !== '').join(' ');
    it(`G1, G3, G4, G6, G7: killed at ${at}: ${end.result}`, { timeout: TEST_MS }, () =>
      inWorld(scene.policy, async (world) => {
        await crash(world, { point, nth, action: counts === 'all' ? null : TARGET }, TARGET, scene);
        expect(await whereItWas(world, kill)).toEqual([]);
        const [command] = world.sent.filter(({ key }) => key === TARGET);
        if (kill.redelivered && command !== undefined) await world.redeliver(command);
        const judged = await settle(world, [TARGET]);
        expect([...endFindings(judged, TARGET, end), ...findings(judged)]).toEqual([]);
      }),
    );
  }
});

/** Whether the point was where it is said to be, by what had reached provider and bus. */
async function whereItWas(world: KillWorld, { end }: KillCase): Promise<readonly string[]> {
  const published = await world.published();
  const results = published.filter(
    ({ inResponseTo, result }) => inResponseTo === `msg_${TARGET}` && result !== null,
  ).length;
  return [
    ...boundFindings('start calls at the kill', world.provider.count('start', TARGET), end.startsAtKill),
    ...boundFindings('results at the kill', results, end.resultsAtKill),
  ];
}
