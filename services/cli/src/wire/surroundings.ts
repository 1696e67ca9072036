import type { Logger, Surroundings, Timers } from '@aip-hermes/connector';
import { randomUUID } from 'node:crypto';

/** Timers of this process. */
export const realTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The real clock, timers and randomness. */
export function realSurroundings(log: Logger): Surroundings {
  return {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    timers: realTimers,
    ids: { uuid: () => randomUUID() },
    log,
  };
}
