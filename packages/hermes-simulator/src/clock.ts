/** Time as the simulator sees it. All durations are simulated milliseconds. */
export interface SimulatorClock {
  /** Simulated Unix time in milliseconds; fractions are kept, the wire shows microseconds. */
  now(): number;
  /** Runs `fn` once after `ms` simulated milliseconds; the returned function cancels it. */
  after(ms: number, fn: () => void): () => void;
}

/** Timers of Node wrap to 1 ms above this many real milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs a function once after real milliseconds; the returned one cancels it. */
type Timer = (fn: () => void, ms: number) => () => void;

function realTimer(fn: () => void, ms: number): () => void {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
}

/**
 * Real time, sped up: with `timeScale` 100 a simulated 300 s pass in 3 s.
 * Throws RangeError unless `timeScale` is a finite number above 0.
 */
export function scaledClock(timeScale = 1, timer: Timer = realTimer): SimulatorClock {
  if (!Number.isFinite(timeScale) || timeScale <= 0) throw new RangeError('timeScale must be above 0');
  const origin = performance.timeOrigin + performance.now();
  const started = performance.now();
  return {
    now: () => origin + (performance.now() - started) * timeScale,
    after: (ms, fn) => timer(fn, Math.min(Math.max(0, ms / timeScale), LONGEST_TIMER_MS)),
  };
}

/** A clock whose time can be set forward and back, as a machine's can; its timers go on as before. */
export function jumpingClock(clock: SimulatorClock): {
  readonly clock: SimulatorClock;
  readonly jump: (byMs: number) => void;
} {
  let shiftMs = 0;
  return {
    clock: { now: () => clock.now() + shiftMs, after: (ms, fn) => clock.after(ms, fn) },
    jump: (byMs) => {
      shiftMs += byMs;
    },
  };
}
