import type { ClientTimers } from '../timers.js';

/** Timers that only fire when told. */
export interface ManualTimers extends ClientTimers {
  /** The waits that are set now, milliseconds. */
  pending(): readonly number[];
  /** Fires every timer that is set now. */
  fire(): void;
}

export function manualTimers(): ManualTimers {
  const timers = new Set<{ readonly ms: number; readonly run: () => void }>();
  return {
    after: (ms, run) => {
      const timer = { ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pending: () => [...timers].map(({ ms }) => ms),
    fire: () => {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
