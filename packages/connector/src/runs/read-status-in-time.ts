import type { StatusOutcome } from '@aip-hermes/hermes-client';
import { onAbort } from '../on-abort.js';
import type { RunContext } from './run-context.js';

/** What a read under way at the end of the run's time still gets, milliseconds: what the provider knows comes first. */
const READ_GRACE_MS = 5_000;

/**
 * Reads the status once and gives it up when the run's time and a grace are over, so that a provider that sends its
 * answer byte by byte cannot hold a run open (SPEC O9). Given up is `transient`.
 *
 * @param leftMs What is left of the run's time, milliseconds; below 0 counts as 0.
 */
export async function readStatusInTime(
  run: RunContext,
  runId: string,
  leftMs: number,
): Promise<StatusOutcome> {
  const { endpoint, signal, surroundings } = run;
  const read = new AbortController();
  const giveUp = (): void => read.abort();
  if (signal.aborted) giveUp();
  const stay = onAbort(signal, giveUp);
  const cancel = surroundings.timers.after(Math.max(0, leftMs) + READ_GRACE_MS, giveUp);
  try {
    return await endpoint.client.readStatus(runId, read.signal);
  } finally {
    stay();
    cancel();
  }
}
