import { checksOf, type Check, type CheckMaker } from './check.js';

/** By how much a provider's clock is ahead of ours. */
export interface ClockSkew {
  /** Milliseconds; negative: behind. */
  readonly aheadMs: number;
  /** The true value lies within this many milliseconds of it: a `Date` header counts whole seconds. */
  readonly precisionMs: number;
}

/** Above it deadlines and ages of commands are judged noticeably wrong, milliseconds. */
const SKEW_WARNING_MS = 5_000;

/** Below it (beginning of 2025) this machine's clock is not set, milliseconds since 1970. */
const CLOCK_NOT_SET_MS = Date.UTC(2025, 0, 1);

/** Wall clock and monotonic clock may drift this far apart during the checks, milliseconds. */
const DRIFT_WARNING_MS = 1_000;

/** An event of the log may be this far in the future, milliseconds. */
const FUTURE_WARNING_MS = 5_000;

const SET_CLOCK = 'Let a time service (NTP) set the clocks of both machines.';

/** This machine's clock against the one of an endpoint. */
export function skewCheck({ aheadMs, precisionMs }: ClockSkew, make: CheckMaker): Check {
  const facts = { ahead_ms: Math.round(aheadMs), precision_ms: Math.round(precisionMs) };
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const certainly = Math.abs(aheadMs) - precisionMs;
  if (certainly <= SKEW_WARNING_MS) {
    const within = Math.max(1, Math.ceil((Math.abs(aheadMs) + precisionMs) / 1_000));
    return make.ok('clock', `Its clock and this one agree within ${within} s.`, facts);
  }
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  return make.warning(
    'clock',
    `Its clock is about ${seconds} s ${direction} this one: times in its answers and here do not fit together.`,
    SET_CLOCK,
    facts,
  );
}

/** What was read of the clocks. */
export interface ClockFacts {
  /** Wall clock at the end of the checks, milliseconds since 1970. */
  readonly nowMs: number;
  /** How long the checks took by each clock, milliseconds. */
  readonly wallElapsedMs: number;
  readonly monotonicElapsedMs: number;
  /** When the newest event of the log was recorded, milliseconds since 1970; null: none, or not readable. */
  readonly newestEventMs: number | null;
}

/** Whether this machine's own clocks can be trusted. */
export function clockChecks(facts: ClockFacts): readonly Check[] {
  const make = checksOf('clock');
  return [wallClock(facts, make), steadiness(facts, make)];
}

function wallClock({ nowMs, newestEventMs }: ClockFacts, make: CheckMaker): Check {
  const facts = { now: new Date(nowMs).toISOString() };
  if (nowMs < CLOCK_NOT_SET_MS) {
    const text = `This machine believes it is ${facts.now}: its clock is not set, and every deadline is wrong.`;
    return make.problem('wall', text, 'Set the clock.', facts);
  }
  const aheadMs = newestEventMs === null ? 0 : newestEventMs - nowMs;
  if (aheadMs > FUTURE_WARNING_MS) {
    const text = `The newest event of the log lies ${Math.round(aheadMs / 1_000)} s in the future: the clock was set back.`;
    return make.warning('wall', text, SET_CLOCK, facts);
  }
  return make.ok('wall', `It is ${facts.now} here.`, facts);
}

function steadiness({ wallElapsedMs, monotonicElapsedMs }: ClockFacts, make: CheckMaker): Check {
  const facts = { wall_ms: Math.round(wallElapsedMs), monotonic_ms: Math.round(monotonicElapsedMs) };
  if (monotonicElapsedMs < 0) {
    return make.warning('steady', 'The monotonic clock went backwards.', 'Look at this machine.', facts);
  }
  if (Math.abs(wallElapsedMs - monotonicElapsedMs) > DRIFT_WARNING_MS) {
    const text = `During the checks the wall clock moved by ${facts.wall_ms} ms, the monotonic one by ${facts.monotonic_ms} ms: the wall clock is being set, or this machine was suspended.`;
    return make.warning('steady', text, SET_CLOCK, facts);
  }
  return make.ok('steady', 'Wall clock and monotonic clock run alike.', facts);
}
