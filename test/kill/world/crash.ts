import type { Arm } from '../child/arm.js';
import type { Scene } from '../scenes/scene.js';
import type { KillWorld } from './kill-world.js';

/**
 * Starts a process that is to be killed at a point, plays a scene about `target` when it is ready (null: what an earlier one
 * left has to bring it there), and waits for the kill.
 * @throws Error when the point was not reached
 */
export async function crash(world: KillWorld, arm: Arm, target: string, scene: Scene | null): Promise<void> {
  const process = world.watched(arm);
  if (scene !== null) {
    await world.bounded(process.ready(), 'the service');
    await scene.play(world, target);
  }
  const spared = await Promise.race([
    process.exit.then(() => false),
    world.answered(target).then(() => true),
  ]);
  // Whoever has answered comes by no point any more: it ends in order, unless the kill is on its way.
  const exit = await (spared ? process.kill('SIGTERM') : process.exit);
  if (exit !== 'SIGKILL') {
    const points = process.marks.map(({ point }) => point).join(', ');
    const wanted = `${arm.point} (${arm.nth})`;
    throw new Error(`${wanted} was not reached: ${exit}; reached: ${points}; stderr: ${process.errors}`);
  }
}
