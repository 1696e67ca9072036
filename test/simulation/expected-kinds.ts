import { ENDS, STARTS, STREAMS, TRAITS } from './run-plan.js';

/** What must have happened somewhere in the 50 seeds; a kind that never occurs tests nothing. */
export const EXPECTED_KINDS: readonly string[] = [
  ...STARTS.map((start) => `start:${start}`),
  ...ENDS.map((end) => `ends:${end}`),
  ...STREAMS.map((stream) => `stream:${stream}`),
  ...TRAITS.map((trait) => `trait:${trait}`),
  ...['OperatorRunRequested', 'InvocationAccepted', 'RunStartClaimed', 'RunBound', 'ObservationClaimed'].map(
    event,
  ),
  ...['ProviderEventObserved', 'StreamEnded', 'ApprovalRequested', 'RunCompleted', 'RunFailed'].map(event),
  ...['RunCancelled', 'RunOutcomeUnknown', 'LateEvidenceRecorded', 'CommandRefused', 'ReplayServed'].map(
    event,
  ),
  ...['action', 'redelivery', 'replay', 'changed_input', 'changed_caller', 'cancel', 'resume'].map(command),
  ...['bad_id', 'foreign_type', 'inexact', 'not_json', 'no_envelope', 'empty'].map(command),
  ...['slow', 'slow_answer', 'append_down', 'read_down', 'ambiguous_not_written', 'ambiguous_written'].map(
    (fault) => `log:${fault}`,
  ),
  ...['slow', 'down', 'written_unsure'].map((fault) => `bus:${fault}`),
  ...['time', 'append_before', 'append_after', 'call_before', 'call_after'].map((where) => `kill:${where}`),
  ...['500', '429', '401', '403', '400', 'reset', 'silent', 'not_json'].map((what) => `status_fails:${what}`),
  ...['stop', 'status:lags', 'answer:status_unknown_run'],
  ...['stream_chunks', 'results', 'dead_letters'].map((topic) => `topic:${topic}`),
];

function event(type: string): string {
  return `event:${type}`;
}

function command(kind: string): string {
  return `command:${kind}`;
}
