import type { Logger, Surroundings } from '@aip-hermes/connector';
import { randomUUID } from 'node:crypto';

/** The real clock, timers and randomness. */
export function realSurroundings(log: Logger): Surroundings {
  return {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    timers: {
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    ids: { uuid: () => randomUUID() },
    log,
  };
}
