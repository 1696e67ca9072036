import type { SimulatorClock } from './clock.js';

/** A clock whose pending timers can all be dropped at once: the memory of one server process. */
export interface ProcessClock extends SimulatorClock {
  /** Resolves after `ms` simulated milliseconds; never, once the process has ended. */
  sleep(ms: number): Promise<void>;
  /** Cancels every pending timer and refuses new ones. What waits on them is simply forgotten, as after SIGKILL. */
  end(): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  isEnded(): boolean;
}

/** Wraps a clock for one server process. */
export function processClock(clock: SimulatorClock): ProcessClock {
  const pending = new Set<() => void>();
  let ended = false;
  let tellEnd = (): void => undefined;
  const whenEnded = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });
  const after = (ms: number, fn: () => void): (() => void) => {
    if (ended) return () => undefined;
    const cancelTimer = clock.after(ms, () => {
      pending.delete(cancel);
      fn();
    });
    const cancel = (): void => {
      pending.delete(cancel);
      cancelTimer();
    };
    pending.add(cancel);
    return cancel;
  };
  return {
    now: () => clock.now(),
    after,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    end: () => {
      ended = true;
      for (const cancel of [...pending]) cancel();
      tellEnd();
    },
    ended: whenEnded,
    isEnded: () => ended,
  };
}
