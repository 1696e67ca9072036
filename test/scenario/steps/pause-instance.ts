import type { StepOf } from '../file/scenario.js';
import { isProviders } from '../world/gate.js';
import { runTo } from './at-point.js';
import type { Play } from './play.js';

/** `pause-instance`: the whole process stands still; what the provider does goes on. */
export async function pauseInstance(play: Play, step: StepOf<'pause-instance'>): Promise<void> {
  const { instance, at } = step;
  const paused = play.world.instance(instance);
  const held = at === undefined ? null : await runTo(play.world, at, { instance });
  play.world.pause(paused);
  if (held !== null && isProviders(held.point)) held.release();
  else if (held !== null) play.pausedAt.set(instance, held);
}

/** `resume-instance`: it goes on, and so does what stood at the point. */
export function resumeInstance(play: Play, { instance }: StepOf<'resume-instance'>): void {
  play.world.instance(instance).edge.resume();
  play.pausedAt.get(instance)?.release();
  play.pausedAt.delete(instance);
}
