import type { ProtocolError } from '@aip-hermes/aip';
import type { StoredResult } from '../events/beside.js';
import type { Invocation } from '../invocation.js';
import { actionResult, type ActionResultBody } from './action-result.js';
import { delegationResult, type DelegationResultBody } from './delegation-result.js';
import { addressOf, type Draft, type DraftContent } from './draft.js';

/** The one reply that settles an invocation: a result, or a delegation result for a delegation (SPEC M2, M3). */
export function resultReply(key: string, invocation: Invocation, result: StoredResult): Draft {
  const { delegation } = invocation;
  const draft =
    delegation === null
      ? actionResultDraft(key, invocation, actionResult(invocation.action_id, result))
      : delegationResultDraft(key, invocation, delegationResult(delegation, result));
  return { ...draft, nextSequence: result.next_sequence };
}

/** The replies of an event that settles: one for each invocation, in the order recorded (SPEC R5). */
export function resultReplies(
  key: string,
  settles: readonly Invocation[],
  result: StoredResult,
): readonly Draft[] {
  return settles.map((invocation) => resultReply(key, invocation, result));
}

/** An `action_result` to an invocation. */
export function actionResultDraft(key: string, invocation: Invocation, body: ActionResultBody): Draft {
  return draftOf(key, invocation, { type: 'aip.core.v1.action_result', body: { action_result: body } });
}

/** A `delegation_result` to an invocation. */
export function delegationResultDraft(
  key: string,
  invocation: Invocation,
  body: DelegationResultBody,
): Draft {
  return draftOf(key, invocation, {
    type: 'aip.agent.v1.delegation_result',
    body: { delegation_result: body },
  });
}

/** An `ack` to an invocation (SPEC M1, M4, M5). */
export function ackDraft(
  key: string,
  invocation: Invocation,
  status: 'queued' | 'accepted' | 'rejected',
  reason: string | null,
): Draft {
  const ack = { action_id: invocation.action_id, status, ...(reason !== null && { reason }) };
  return draftOf(key, invocation, { type: 'aip.core.v1.ack', body: { ack } });
}

/** An `error` to an invocation (SPEC M6, M7); the error sits one level deeper than its key (aip section 5). */
export function errorDraft(key: string, invocation: Invocation, error: ProtocolError): Draft {
  return draftOf(key, invocation, { type: 'aip.core.v1.error', body: { error: { error } } });
}

function draftOf(key: string, invocation: Invocation, content: DraftContent): Draft {
  return {
    topic: 'results',
    key,
    content,
    address: addressOf(invocation),
    actionId: invocation.action_id,
    nextSequence: null,
  };
}
