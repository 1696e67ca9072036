import type { StepOf } from '../file/scenario.js';
import type { Play } from './play.js';

/** `start-instance`: starts a process. */
export function startInstance({ world }: Play, { id, service }: StepOf<'start-instance'>): void {
  if (world.instances.get(id)?.edge.state === 'running') throw new Error(`${id} runs already`);
  const isEmbedded = world.run.scenario.given?.store?.kind === 'embedded';
  world.startInstance(id, isEmbedded ? 'both' : (service ?? 'command-service'));
}

/** `skew-clock`: moves the wall clock of a process. */
export function skewClock({ world }: Play, { instance, ms }: StepOf<'skew-clock'>): void {
  world.instance(instance).skewMs += ms;
}

/** `rebalance`: the partitions of one process go to another one, or are taken from it and given back. */
export function rebalance({ world }: Play, step: StepOf<'rebalance'>): void {
  const services = [...world.instances.values()].filter(({ service }) => service !== 'projector');
  const from = step.from ?? services[0]?.name;
  if (from === undefined) throw new Error('no process reads commands');
  const to = step.to ?? from;
  world.instance(to);
  for (const partition of [0, 1, 2, 3]) {
    if (world.bus.topic.owner(partition) === from) world.bus.reassign(partition, to);
  }
}
