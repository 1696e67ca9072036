import type { StepOf } from '../file/scenario.js';
import { eventCount, isInState } from './conditions.js';
import { sourceAction, type Play } from './play.js';

/** `wait-for`: runs until something stands in the log or has reached the provider. */
export async function waitFor(play: Play, step: StepOf<'wait-for'>): Promise<void> {
  const { holds, open } = conditionOf(play, step);
  await play.world.scheduler.runUntil(holds, open);
}

interface Condition {
  readonly holds: () => boolean;
  readonly open: () => string;
}

function conditionOf(play: Play, step: StepOf<'wait-for'>): Condition {
  const { world } = play;
  const { state, event, request, accepted, count = 1 } = step;
  const of = (): string => step.of ?? sourceAction(play);
  if (state !== undefined) {
    return {
      holds: () => {
        const generation = world.index.binding(of())?.binding.approval_generation ?? 0;
        return isInState(world, of(), state) && generation >= (step.generation ?? 0);
      },
      open: () => `${of()} is ${world.index.binding(of())?.binding.status ?? 'not bound'}, not ${state}`,
    };
  }
  if (event !== undefined) {
    return {
      holds: () => eventCount(world, of(), event) >= count,
      open: () => `${of()} has ${eventCount(world, of(), event)} ${event} of ${count}`,
    };
  }
  if (request !== undefined) {
    const before = step.next === true ? world.provider.count(request) : 0;
    const seen = (): number => world.provider.count(request) - before;
    return {
      holds: () => seen() >= count,
      open: () => `${seen()} requests ${request} of ${count} have come`,
    };
  }
  const wanted = accepted ?? 0;
  return {
    holds: () => world.decisions.count >= wanted,
    open: () => `${world.decisions.count} commands of ${wanted} are decided`,
  };
}
