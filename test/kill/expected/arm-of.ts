import type { Arm } from '../child/arm.js';
import type { KillCase } from './expected-end.js';

/** The arm of a case for a target. */
export function armOf({ point, countsNameless }: KillCase, target: string, nth: number): Arm {
  return { point, nth, actions: countsNameless ? [target, null] : [target] };
}
