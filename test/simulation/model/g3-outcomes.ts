import { recordedAt, type History } from './bindings.js';
import { at, textAt, type ProviderCall, type Row, type RunFacts, type Violation } from './facts.js';

/** A start call's time at most: the claim's minute less ten seconds. */
const START_CALL_MS = 50_000;
const KNOWN_WORDS: ReadonlySet<string> = new Set([
  'queued',
  'running',
  'waiting_for_approval',
  'stopping',
  'completed',
  'failed',
  'cancelled',
]);

/**
 * G3: `outcome_unknown` has a cause, and what has such a cause is never told as anything else: a definite failure
 * needs a definite answer, `not started` needs that nothing reached the provider, an end needs the provider's word.
 */
export function checkOutcome(binding: History, facts: RunFacts): readonly Violation[] {
  const { end } = binding;
  if (end === null) return [];
  const calls = facts.calls.filter((call) => call.session === binding.session);
  const why = complaint(end, binding, calls, facts.deaths);
  return why === null ? [] : [{ guarantee: 'G3', why: `${binding.actionId}: ${why}` }];
}

function complaint(
  end: Row,
  binding: History,
  calls: readonly ProviderCall[],
  deaths: readonly number[],
): string | null {
  switch (end.type) {
    case 'RunOutcomeUnknown':
      return textAt(end.data, 'phase') === 'start'
        ? unknownStart(end, binding, calls, deaths)
        : unknownObservation(end, binding, calls);
    case 'RunFailed':
      return failure(end, calls);
    case 'RunCompleted':
      return said(calls, 'completed') ? null : 'completed, but the provider never said so';
    default:
      return null;
  }
}

function unknownStart(
  end: Row,
  binding: History,
  calls: readonly ProviderCall[],
  deaths: readonly number[],
): string | null {
  const start = startOf(calls);
  if (at(end.data, 'evidence', 'request_sent') === false && start !== undefined && reached(start))
    return 'the evidence says that nothing was sent, but the provider has the request';
  const from = binding.claim?.at ?? 0;
  if (deaths.some((death) => death >= from && death <= end.at)) return null;
  if (start === undefined) return 'the start is unknown, but nothing was sent and nobody died';
  const { answer } = start;
  if (answer.kind === 'ambiguous' || answer.kind === 'lost') return null;
  if (answer.kind === 'accepted' && answer.delayMs >= START_CALL_MS) return null;
  return `the start is unknown, but the provider answered "${answer.kind}" and nobody died`;
}

function unknownObservation(end: Row, binding: History, calls: readonly ProviderCall[]): string | null {
  const { bound } = binding;
  if (bound === null) return 'the observation is lost of a run that was never bound';
  const timeout = Number(at(binding.rows[0]?.data, 'timeout_ms'));
  if (recordedAt(end) - recordedAt(bound) >= timeout) return null;
  if (calls.filter((call) => call.answer.kind === 'status_unknown_run').length >= 2) return null;
  const odd = calls.filter((call) => call.answer.kind === 'status' && !KNOWN_WORDS.has(call.answer.word));
  return odd.length >= 2 ? null : 'the observation is lost, but there was no 404, odd word or deadline';
}

function failure(end: Row, calls: readonly ProviderCall[]): string | null {
  const code = textAt(end.data, 'error', 'code').replace('connector.hermes_agent.', '');
  const start = startOf(calls);
  switch (code) {
    case 'operator_start_rejected':
      return start?.answer.kind === 'rejected' ? null : 'rejected, but the provider did not reject it';
    case 'operator_not_started':
    case 'deadline_exceeded':
      return start === undefined || !reached(start)
        ? null
        : 'told as not started, but the provider has the request';
    default:
      return said(calls, 'failed') ? null : `failed with ${code}, but the provider never said so`;
  }
}

/** Whether the provider said this end of the run, by stream or by status. */
export function said(calls: readonly ProviderCall[], word: string): boolean {
  return calls.some(
    ({ answer }) =>
      (answer.kind === 'status' && answer.word === word) ||
      (answer.kind === 'stream' && answer.events.includes(`run.${word}`)),
  );
}

function startOf(calls: readonly ProviderCall[]): ProviderCall | undefined {
  return calls.find((call) => call.method === 'POST' && call.path === '/v1/runs');
}

function reached(call: ProviderCall): boolean {
  return call.answer.kind !== 'lost' || call.answer.reached;
}
