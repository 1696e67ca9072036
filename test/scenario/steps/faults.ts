import type { StepOf } from '../file/scenario.js';
import type { Play } from './play.js';

/** `store`: a fault of the log. */
export function store({ world }: Play, step: StepOf<'store'>): void {
  world.log.faults.place(step);
}

/** `kafka`: a fault of the broker. */
export function kafka({ world }: Play, step: StepOf<'kafka'>): void {
  world.bus.faults.place(step);
}
