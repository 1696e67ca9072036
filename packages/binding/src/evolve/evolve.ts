import type { BindingEvent } from '../events/binding-event.js';
import type { BindingState } from '../state.js';
import {
  applyAnswer,
  claimAnswer,
  expirePrompt,
  loseAnswer,
  rejectAnswer,
  requestApproval,
} from './approval.js';
import { noteStop, requestCancellation } from './cancellation.js';
import { noteDamage } from './damage.js';
import { resolveDelegation } from './delegation.js';
import type { EventFacts } from './event-facts.js';
import { noteLateEvidence } from './late-evidence.js';
import { newBinding } from './new-binding.js';
import { claimObservation, endStream, observeProviderEvent } from './observation.js';
import { endRun } from './outcome.js';
import { isObject } from './readable.js';
import { acceptInvocation, bindRun, claimStart } from './start.js';

/**
 * Folds one event onto a binding by the state table of SPEC 3. The given state is changed IN PLACE and returned, so
 * that a long run costs no copy per event; a caller that needs the state before must have copied it.
 *
 * Total: never throws. An event that the table forbids here, or whose data cannot be read, keeps the binding as it is
 * and is noted in `damage`; revision and chain move on all the same. Nothing beyond the table is judged: that is
 * what decisions are for. A binding marked `unreadable` takes no event any more (DESIGN 3).
 * Null in, null out, until OperatorRunRequested.
 */
export function evolve(
  state: BindingState | null,
  event: BindingEvent,
  facts: EventFacts,
): BindingState | null {
  if (state === null) return event.type === 'OperatorRunRequested' ? newBinding(event.data, facts) : null;
  if (state.unreadable === null) {
    if (isObject(event.data) && takes(state, event, facts)) state.binding.updated_at = facts.recordedAt;
    else noteDamage(state, event.type, facts.revision);
  }
  state.revision = facts.revision;
  if (facts.chain !== null) state.chain = facts.chain;
  return state;
}

/** Whether the event took effect. One line for each event, so that the whole table is seen at once. */
// eslint-disable-next-line complexity -- splitting the switch would hide that it is exhaustive
function takes(state: BindingState, event: BindingEvent, facts: EventFacts): boolean {
  switch (event.type) {
    case 'ProviderEventObserved':
      return observeProviderEvent(state, event.data);
    case 'OperatorRunRequested':
      return false;
    case 'InvocationAccepted':
      return acceptInvocation(state, event.data);
    case 'RunStartClaimed':
      return claimStart(state, event.data);
    case 'RunBound':
      return bindRun(state, event.data, facts);
    case 'ObservationClaimed':
      return claimObservation(state, event.data);
    case 'StreamEnded':
      return endStream(state, event.data);
    case 'ApprovalRequested':
      return requestApproval(state, event.data, facts);
    case 'ApprovalAnswerClaimed':
      return claimAnswer(state, event.data);
    case 'ApprovalAnswerApplied':
      return applyAnswer(state, event.data, facts);
    case 'ApprovalAnswerRejected':
      return rejectAnswer(state, event.data, facts);
    case 'ApprovalAnswerOutcomeUnknown':
      return loseAnswer(state, event.data, facts);
    case 'ApprovalExpired':
      return expirePrompt(state, event.data);
    case 'CancellationRequested':
      return requestCancellation(state, event.data);
    case 'RunStopSent':
      return noteStop(state, event.data);
    case 'RunCompleted':
    case 'RunFailed':
    case 'RunCancelled':
    case 'RunOutcomeUnknown':
      return endRun(state, event);
    case 'DelegationResolved':
      return resolveDelegation(state, event.data);
    case 'LateEvidenceRecorded':
      return noteLateEvidence(state, event.data);
    default:
      return isKnown(event);
  }
}

function isKnown(_event: never): false {
  return false;
}
