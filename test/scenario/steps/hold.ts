import type { StepOf } from '../file/scenario.js';
import { runTo } from './at-point.js';
import type { Play } from './play.js';

/** `hold`: runs until a task of the process is at the point and holds that task alone. */
export async function hold(play: Play, { instance, at }: StepOf<'hold'>): Promise<void> {
  play.world.instance(instance);
  play.held.set(instance, await runTo(play.world, at, { instance }));
}

/** `release`: the held task goes on. */
export function release(play: Play, { instance }: StepOf<'release'>): void {
  const held = play.held.get(instance);
  if (held === undefined) throw new Error(`no task of ${instance} is held`);
  play.held.delete(instance);
  held.release();
}
