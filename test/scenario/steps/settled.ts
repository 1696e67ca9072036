import { commandAction } from '../../points/command-action.js';
import { PARTITIONS, type CommandRecord } from '../world/command-topic.js';
import type { World } from '../world/world.js';

/**
 * What keeps a world from being settled (cases section 3): records, bindings and messages that somebody who runs could
 * still decide, end and publish. What only held tasks, paused and killed processes could do is left out.
 */
export function openThings(world: World): readonly string[] {
  return [...openRecords(world), ...openBindings(world), ...openMessages(world)];
}

function openRecords(world: World): readonly string[] {
  const { topic } = world.bus;
  return PARTITIONS.flatMap((partition) => {
    const owner = topic.owner(partition);
    if (owner === null || world.instances.get(owner)?.edge.state !== 'running') return [];
    const waiting = topic.from(partition, topic.committed(partition));
    const blocked = waiting.findIndex((record) => isHeld(world, record));
    const reachable = blocked < 0 ? waiting : waiting.slice(0, blocked);
    return reachable.map(({ offset }) => `the record at ${partition}/${offset} is not committed`);
  });
}

function isHeld(world: World, { value }: CommandRecord): boolean {
  const action = commandAction(value);
  return world.gate.held.some(({ about }) => about.action !== null && about.action === action);
}

function openBindings(world: World): readonly string[] {
  if (!isServed(world, 'projector')) return [];
  const held = new Set(world.gate.held.map(({ about }) => about.action));
  return world.index.open
    .filter((id) => !held.has(id))
    .map((id) => `${id} is ${world.index.binding(id)?.binding.status ?? 'unknown'}`);
}

function openMessages(world: World): readonly string[] {
  if (!isServed(world, 'command-service')) return [];
  const projectorHeld = world.gate.held.some(({ point }) => point === 'after-produce-before-commit');
  const missing = world.index.messages - world.bus.projected;
  return projectorHeld || missing <= 0 ? [] : [`${missing} messages are not published`];
}

/** Whether a process runs that does more than `only`. */
function isServed(world: World, only: 'projector' | 'command-service'): boolean {
  return world.living.some(({ edge, service }) => edge.state === 'running' && service !== only);
}
