import type { JsonObject } from '@aip-hermes/aip';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { asObject, countAt, objectAt, textAt } from './json-at.js';
import { parseJson } from './parse-json.js';

/** One line for a person: when, and what happened. */
export interface TimelineEntry {
  /** `recorded_at` of the event, RFC 3339; empty where the event does not say. */
  readonly at: string;
  readonly what: string;
}

/** Longest quoted text of an event in a line, UTF-16 units. */
const MAX_QUOTE_CHARS = 120;

/** What happened, one line an event, in plain words (SPEC E1). Quotes are short and in one line. */
export function timeline(rows: readonly RecordedEvent[]): readonly TimelineEntry[] {
  return rows.map((row) => {
    const at = textAt(asObject(parseJson(row.metadata)), 'recorded_at') ?? '';
    const data = asObject(parseJson(row.data));
    const tell = TELLERS.get(row.type);
    if (data === null || tell === undefined)
      return { at, what: `an event that this build cannot read (${quote(row.type)})` };
    return { at, what: tell(data) };
  });
}

const TELLERS: ReadonlyMap<string, (data: JsonObject) => string> = new Map(
  Object.entries({
    OperatorRunRequested: (data) =>
      `the run was asked for on endpoint ${say(data, 'endpoint_id')} by ${caller(data, 'principal')}`,
    InvocationAccepted: (data) => {
      const invocation = objectAt(data, 'invocation');
      return `message ${say(invocation, 'message_id')} waits for the outcome (${say(invocation, 'role')}, ${say(invocation, 'mode')})`;
    },
    RunStartClaimed: (data) =>
      `instance ${say(data, 'instance_id')} took the claim to start the run, once and for all`,
    RunBound: (data) => `Hermes accepted the run as ${say(data, 'run_id')}`,
    ObservationClaimed: (data) => `instance ${say(data, 'instance_id')} follows the run`,
    ProviderEventObserved: (data) => `Hermes said ${say(data, 'event')}${chunk(data)}`,
    StreamEnded: (data) => `the event stream ended (${say(data, 'reason')}); the run is polled${chunk(data)}`,
    ApprovalRequested: (data) => `Hermes asks a person (prompt ${number(data, 'generation')})${chunk(data)}`,
    ApprovalAnswerClaimed: (data) =>
      `answer "${say(data, 'choice')}" of ${say(data, 'action_id')} to prompt ${number(data, 'approval_generation')} is being sent`,
    ApprovalAnswerApplied: (data) => `Hermes took the answer of ${say(data, 'action_id')}`,
    ApprovalAnswerRejected: (data) => `Hermes refused the answer of ${say(data, 'action_id')}`,
    ApprovalAnswerOutcomeUnknown: (data) =>
      `nobody knows whether Hermes took the answer of ${say(data, 'action_id')}; it is not sent again`,
    ApprovalExpired: (data) =>
      `prompt ${number(data, 'generation')} closed without an answer from here (${say(data, 'reason')})${chunk(data)}`,
    CancellationRequested: (data) => `${caller(data, 'requested_by')} asked to cancel`,
    RunStopSent: (data) => `a stop was sent to Hermes (answer: ${number(data, 'http_status')})`,
    RunCompleted: (data) => `the run completed${chunk(data)}`,
    RunFailed: (data) => `the run failed (${error(data)})${chunk(data)}`,
    RunCancelled: (data) => `Hermes says that the run was cancelled${chunk(data)}`,
    RunOutcomeUnknown: (data) =>
      `the outcome is unknown (${say(data, 'phase')}: ${say(objectAt(data, 'evidence'), 'reason')}); nothing is repeated${chunk(data)}`,
    DelegationResolved: (data) =>
      textAt(data, 'code') === null
        ? 'the native result of the delegated child was verified'
        : `the delegated child gives no result (${say(data, 'code')})`,
    LateEvidenceRecorded: (data) => `learned after the end: ${say(data, 'what')} (${say(data, 'run_id')})`,
    ResumeReceived: (data) =>
      `answer "${say(data, 'choice')}" for ${say(data, 'source_action_id')} was received as ${say(objectAt(data, 'invocation'), 'action_id')}`,
    CommandRefused: (data) =>
      `message ${say(objectAt(data, 'invocation'), 'message_id')} was refused (${error(objectAt(data, 'reply'))})`,
    ReplayServed: (data) =>
      `message ${say(objectAt(data, 'invocation'), 'message_id')} asked again and was served the stored result`,
  } satisfies Record<string, (data: JsonObject) => string>),
);

function say(object: JsonObject | null, member: string): string {
  const text = textAt(object, member);
  return text === null || text === '' ? 'unknown' : quote(text);
}

function number(object: JsonObject, member: string): string {
  return String(countAt(object, member) ?? 'unknown');
}

function chunk(data: JsonObject): string {
  return ` (chunk ${number(data, 'sequence')})`;
}

function caller(data: JsonObject, member: string): string {
  return say(objectAt(data, member), 'id');
}

function error(object: JsonObject | null): string {
  return say(objectAt(object, 'error'), 'code');
}

/** Text of the log goes to a terminal: no control characters, one line, short. */
function quote(text: string): string {
  const short = text.length > MAX_QUOTE_CHARS ? `${text.slice(0, MAX_QUOTE_CHARS)}...` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
