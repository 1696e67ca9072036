import { actionIdOfBindingStream } from '@aip-hermes/binding';
import type { Step, StepOf } from '../file/scenario.js';
import type { Play } from './play.js';

/**
 * `race`: two steps in the same instant. Each is begun and runs until it has led to an append to a binding's stream, which
 * is held; then the held appends go through in the order of the steps.
 */
export async function race(
  play: Play,
  { a, b }: StepOf<'race'>,
  perform: (play: Play, step: Step) => Promise<void>,
): Promise<void> {
  const { world } = play;
  const held: (() => void)[] = [];
  world.log.hold = ({ stream, edge }) => {
    if (actionIdOfBindingStream(stream) === null) return null;
    return new Promise((resolve) => held.push(() => edge.pass(resolve)));
  };
  try {
    for (const step of [a, b]) {
      const before = held.length;
      await perform(play, step);
      await world.scheduler.runReady(() => held.length > before);
    }
  } finally {
    world.log.hold = () => null;
    for (const release of held) release();
  }
}
