import type { StepOf } from '../file/scenario.js';
import { giveTo, place } from './deliver.js';
import type { Play } from './play.js';

/** `redeliver`: the last record once more, at the next offset of its partition. */
export function redeliver(play: Play, step: StepOf<'redeliver'>): void {
  const last = play.lastRecord;
  if (last === null) throw new Error('nothing was delivered that could be delivered again');
  const { partition, key, value, headers } = last;
  if (step.to !== undefined) giveTo(play.world, partition, step.to);
  place(play, { partition, key, value, headers, isRedelivery: true });
}
