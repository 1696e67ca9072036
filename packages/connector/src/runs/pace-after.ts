import type { StatusOutcome } from '@aip-hermes/hermes-client';

/** Reads that bring much come this far apart at least, milliseconds (G13). */
const LARGE_PACE_MS = 5_000;

/** The wait before the next status read: `ms`, or longer when the one before brought a large body. */
export function paceAfter(outcome: StatusOutcome, ms: number): number {
  return outcome.kind !== 'not_found' && outcome.large === true ? Math.max(ms, LARGE_PACE_MS) : ms;
}
