import type { StatusOutcome } from '@aip-hermes/hermes-client';
import { BackOff } from '../wait.js';
import type { Endpoint } from './endpoint.js';

/** Slowest polling while nothing changes or the provider fails, milliseconds (DESIGN 5). */
const SLOWEST_POLL_MS = 5_000;

/** Reads that bring much come this far apart at least, milliseconds (G13). */
const LARGE_PACE_MS = 5_000;

/** Waits between status reads without a stream: from the policy's interval on, slower while nothing changes (DESIGN 5). */
export function pollPace({ policy }: Endpoint): BackOff {
  return new BackOff(policy.poll_interval_ms, Math.max(SLOWEST_POLL_MS, policy.poll_interval_ms));
}

/** The wait before the next status read: `ms`, or longer when the one before brought a large body. */
export function paceAfter(outcome: StatusOutcome, ms: number): number {
  return outcome.kind !== 'not_found' && outcome.large === true ? Math.max(ms, LARGE_PACE_MS) : ms;
}
