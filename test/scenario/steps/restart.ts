import type { StepOf } from '../file/scenario.js';
import type { Instance } from '../world/instance.js';
import type { Play } from './play.js';

/** `restart`: starts a process again, by default all that are down; when none is, all are killed first. */
export function restart({ world }: Play, { instance }: StepOf<'restart'>): void {
  for (const { name, service, edge } of chosen(world, instance)) {
    if (edge.state !== 'dead') world.kill(world.instance(name));
    world.startInstance(name, service);
  }
}

function chosen(world: Play['world'], name: string | undefined): readonly Instance[] {
  if (name !== undefined) return [world.instance(name)];
  const all = [...world.instances.values()];
  const down = all.filter(({ edge }) => edge.state === 'dead');
  if (down.length > 0) return down;
  for (const instance of all) world.kill(instance);
  return all;
}
