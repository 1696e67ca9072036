import { COMPLETED, delta } from '../provider/run-plan.js';
import type { KillWorld } from '../world/kill-world.js';
import { actionCommand } from '../world/sent-command.js';
import type { Scene } from './scene.js';

/** An Action beside the target. */
const BYSTANDER = 'act_bystander';

/** Has the bystander run, until nothing is held back any more. */
export async function runBystander(world: KillWorld): Promise<void> {
  if (world.provider.count('start', BYSTANDER) > 0) return;
  world.provider.plan(BYSTANDER, { steps: [delta('All '), () => world.released, COMPLETED] });
  await world.put(actionCommand({ action: BYSTANDER, messageId: 'msg_bystander' }));
  await world.bounded(world.provider.called('events', BYSTANDER), 'the run of the bystander');
}

/** The same scene while the bystander runs. */
export function besideBystander({ policy, holdsTarget, play }: Scene): Scene {
  return {
    policy,
    holdsTarget,
    play: async (world, target) => {
      await runBystander(world);
      await play(world, target);
    },
  };
}
