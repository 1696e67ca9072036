import { LogUnavailable, type EventLog, type RecordedEvent } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { BackOff, wait } from '../wait.js';
import { AppendAbandoned } from './patient-append.js';

/** Delays between tries of one read, milliseconds. */
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/**
 * Reads a stream from a revision on, trying until the log is back. For the reload that follows an append whose
 * effect stands or may stand: a failure there must not make the caller forget what it appended (DESIGN 3).
 * @throws AppendAbandoned when `signal` aborts while waiting.
 */
export async function patientRead(
  log: EventLog,
  surroundings: Surroundings,
  request: { readonly stream: string; readonly from: number; readonly signal: AbortSignal },
): Promise<readonly RecordedEvent[]> {
  const { stream, from, signal } = request;
  const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  for (;;) {
    try {
      return await log.read(stream, { from });
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      surroundings.log.debug({ stream, reason: error.message }, 'the event log cannot be read; trying again');
    }
    if ((await wait(surroundings.timers, backOff.next(), signal)) === 'aborted') {
      throw new AppendAbandoned(`The process stops; an append to ${stream} was not settled.`);
    }
  }
}
