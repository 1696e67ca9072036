import { onePoint } from '../file/planned-run.js';
import type { StepOf } from '../file/scenario.js';
import type { Held, Wanted } from '../world/gate.js';
import type { World } from '../world/world.js';

/** Runs until a task stands at a point. */
export async function runTo(
  world: World,
  at: StepOf<'hold'>['at'],
  wanted: Omit<Wanted, 'point'>,
): Promise<Held> {
  const point = onePoint(at);
  const standing = world.gate.arm({ ...wanted, point });
  await world.scheduler.runUntil(
    () => standing() !== null,
    () => `${point} was not reached${wanted.instance === undefined ? '' : ` by ${wanted.instance}`}`,
  );
  const held = standing();
  if (held === null) throw new Error(`nothing stands at ${point}`);
  return held;
}
