import {
  AmbiguousAppend,
  LogUnavailable,
  type AppendOutcome,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
} from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { BackOff, wait } from '../wait.js';

/** Delays between tries of one append, milliseconds. */
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** An append, and what to do while the log cannot take it. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly rows: readonly NewEvent[];
  /**
   * `wait`: try the very same append until the log is back (what came from a provider must not be lost).
   * `give_up`: throw LogUnavailable when nothing was written (a command comes again from the bus).
   */
  readonly whileDown: 'wait' | 'give_up';
  readonly signal: AbortSignal;
}

/** The append's outcome, and whether it took more than one try: then the caller reloads before it acts (DESIGN 3). */
export interface PatientOutcome {
  readonly outcome: AppendOutcome;
  readonly retried: boolean;
}

/** Thrown when the process stops before the log took the append. */
export class AppendAbandoned extends Error {
  override readonly name = 'AppendAbandoned';
  readonly code = 'connector.append_abandoned';
}

/**
 * Settles an append. An ambiguous one is retried with the same ids and the same revision until it is known, whatever
 * `whileDown` says (DESIGN 3, C74).
 * @throws AppendAbandoned when `signal` aborts while waiting. @throws LogUnavailable with `give_up`.
 */
export async function patientAppend(
  log: EventLog,
  surroundings: Surroundings,
  request: AppendRequest,
): Promise<PatientOutcome> {
  const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  let ambiguous = false;
  for (let tries = 0; ; tries += 1) {
    try {
      const outcome = await log.append(request.stream, request.expected, request.rows);
      return { outcome, retried: tries > 0 };
    } catch (error) {
      if (error instanceof AmbiguousAppend) ambiguous = true;
      else if (!(error instanceof LogUnavailable)) throw error;
      else if (request.whileDown === 'give_up' && !ambiguous) throw error;
      // Whoever opened the log tells of an outage, once and not for every stream.
      surroundings.log.debug(
        { stream: request.stream, tries: tries + 1, reason: error.message },
        'the event log did not take an append; trying again',
      );
    }
    const waited = await wait(surroundings.timers, backOff.next(), request.signal);
    if (waited === 'aborted')
      throw new AppendAbandoned(`The process stops; an append to ${request.stream} was not settled.`);
  }
}
