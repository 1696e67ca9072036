import type { StepOf } from '../file/scenario.js';
import type { Play } from './play.js';

/** `advance-clock`: runs for exactly so long. */
export function advanceClock({ world }: Play, { ms }: StepOf<'advance-clock'>): Promise<void> {
  return world.scheduler.advance(ms);
}
