import type { StepOf } from '../file/scenario.js';
import { runTo } from './at-point.js';
import type { Play } from './play.js';

/** `power-cut`: everything stops at the point, and of the embedded log only what was synced is left. */
export async function powerCut({ world }: Play, { at }: StepOf<'power-cut'>): Promise<void> {
  const { embedded } = world;
  if (embedded === null) throw new Error('a power cut needs given.store.kind embedded');
  await runTo(world, at, { actions: world.run.crashOnlyFor });
  for (const instance of world.living) world.kill(instance);
  await embedded.cut();
  world.log.store = embedded.log;
  if (world.run.scenario.given?.broker?.kind === 'embedded') world.bus.outputs = embedded.bus;
  await world.index.rebuild(world.log.store);
}
