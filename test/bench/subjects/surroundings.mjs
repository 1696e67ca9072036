import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';

/** Real clock, timers and ids for the connector; a log that only keeps what went wrong. */
export function realSurroundings() {
  const problems = [];
  const note = (fields, message) => void problems.push(message);
  const quiet = () => undefined;
  return {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    ids: { uuid: () => randomUUID() },
    log: { debug: quiet, info: quiet, warn: note, error: note },
    problems,
  };
}
