import { isTerminal } from '@aip-hermes/binding';
import type { StateWord } from '../file/scenario.js';
import { bindingStream } from '@aip-hermes/binding';
import type { World } from '../world/world.js';

/** Whether the binding of an Action is in a state. */
export function isInState(world: World, actionId: string, state: StateWord): boolean {
  const status = world.index.binding(actionId)?.binding.status;
  if (status === undefined) return false;
  return state === 'terminal' ? isTerminal(status) : status === state;
}

/** Events of a type in the stream of an Action's binding. */
export function eventCount(world: World, actionId: string, type: string): number {
  return world.index.stream(bindingStream(actionId)).filter(({ row }) => row.type === type).length;
}
