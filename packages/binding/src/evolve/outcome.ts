import type { Evidence } from '../events/outcome.js';
import { storedResultOf, type TerminalEvent } from '../result/stored-result.js';
import type { BindingState, BindingStatus } from '../state.js';
import { isFollowed } from './followed.js';
import { settleInvocations } from './invocations.js';
import { dropPrompts } from './prompts.js';
import {
  isCount,
  isError,
  isObject,
  isObjectOrNull,
  isOutputFacts,
  isSettles,
  isTruncatedOrAbsent,
} from './readable.js';

/**
 * State table, rows RunCompleted, RunCancelled, RunFailed and RunOutcomeUnknown: the binding ends for good (G4). A
 * start can only fail or be lost: what was never bound cannot complete or be cancelled by the provider (G8).
 */
export function endRun(state: BindingState, event: TerminalEvent): boolean {
  const { binding } = state;
  if (!mayEnd(binding.status, event.type) || !isReadable(event)) return false;
  binding.status = STATUS_OF[event.type];
  binding.next_sequence = event.data.sequence + 1;
  binding.last_event = providerWordOf(event) ?? binding.last_event;
  const result = storedResultOf(event);
  binding.output = result.output;
  binding.error = result.error;
  state.result = isTheChilds(state, event) ? null : result;
  if ('evidence' in event.data) state.lateRunId = idWorthReading(event.data.evidence) ?? state.lateRunId;
  dropPrompts(state);
  settleInvocations(state, event.data.settles);
  return true;
}

/** An id in a success answer that did not bind cannot be used; one in a server error may name a run (SPEC S4, S9). */
function idWorthReading(evidence: Evidence): string | undefined {
  return (evidence.http_status ?? SERVER_ERROR) >= SERVER_ERROR ? evidence.run_id_seen : undefined;
}

const SERVER_ERROR = 500;

const STATUS_OF = {
  RunCompleted: 'completed',
  RunFailed: 'failed',
  RunCancelled: 'cancelled',
  RunOutcomeUnknown: 'outcome_unknown',
} as const satisfies Record<TerminalEvent['type'], BindingStatus>;

function mayEnd(status: BindingStatus, type: TerminalEvent['type']): boolean {
  return (
    isFollowed(status) || (status === 'starting' && (type === 'RunFailed' || type === 'RunOutcomeUnknown'))
  );
}

/** The provider's last word (SPEC B6); an end settled here, without the provider, adds none. */
function providerWordOf(event: TerminalEvent): string | null {
  switch (event.type) {
    case 'RunCompleted':
      return 'run.completed';
    case 'RunCancelled':
      return 'run.cancelled';
    case 'RunFailed':
      return event.data.seen_by === 'local' ? null : 'run.failed';
    case 'RunOutcomeUnknown':
      return null;
  }
}

/** SPEC D6: what Hermes says is never the result of a delegated run that completed; it comes by DelegationResolved. */
function isTheChilds(state: BindingState, event: TerminalEvent): boolean {
  return state.request.kind === 'delegation' && event.type === 'RunCompleted';
}

function isReadable(event: TerminalEvent): boolean {
  const { data } = event;
  if (!isCount(data.sequence) || !isObjectOrNull(data.provider) || !isTruncatedOrAbsent(data.truncated))
    return false;
  if (!isOutputFacts(data.output) || !isSettles(data.settles)) return false;
  switch (event.type) {
    case 'RunCompleted':
      return true;
    case 'RunCancelled':
      return event.data.error === null || isError(event.data.error);
    case 'RunFailed':
    case 'RunOutcomeUnknown':
      return isError(event.data.error) && isEvidence(event.data.evidence);
  }
}

function isEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value['run_id_seen'] === undefined || typeof value['run_id_seen'] === 'string';
}
