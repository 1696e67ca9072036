import type { ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { StoredResult } from '../events/beside.js';
import type { DelegationRef } from '../invocation.js';
import { actionResult } from './action-result.js';

/** A DelegationResult in fixed member order, unset members absent (aip section 9). */
export interface DelegationResultBody {
  readonly delegation_id: string;
  readonly parent_action_id: string;
  readonly child_action_id: string;
  readonly status: 'completed' | 'failed' | 'cancelled' | 'requires_human';
  readonly result?: unknown;
  readonly error?: ProtocolError;
}

/**
 * The answer to a delegation (SPEC M3, D10). A verified native child result is passed on whole. An end of the run
 * without one is never told as completed, and the provider's words never stand in for a result (D6, G9): a failure
 * carries its error alone; a prompt or a cancel says where the run stands, without provider text.
 */
export function delegationResult(ref: DelegationRef, stored: StoredResult): DelegationResultBody {
  const { child_result: child, error } = stored;
  if (child !== undefined && child !== null) {
    return { ...ids(ref), status: stored.status, result: child, ...(error !== null && { error }) };
  }
  if (stored.status === 'completed') return failedDelegation(ref, notVerified());
  if (stored.status === 'failed') return failedDelegation(ref, error ?? notVerified());
  const output = stored.output === null ? null : { ...stored.output, provider: null };
  const message =
    output !== null && stored.message.length > 0 ? [{ type: 'json' as const, data: output }] : [];
  const result = actionResult(ref.child_action_id, { ...stored, output, message });
  return { ...ids(ref), status: stored.status, result, ...(error !== null && { error }) };
}

/** A failed delegation that has nothing but its error (SPEC M8). */
export function failedDelegation(ref: DelegationRef, error: ProtocolError): DelegationResultBody {
  return { ...ids(ref), status: 'failed', error };
}

function ids(ref: DelegationRef): DelegationRef {
  return {
    delegation_id: ref.delegation_id,
    parent_action_id: ref.parent_action_id,
    child_action_id: ref.child_action_id,
  };
}

function notVerified(): ProtocolError {
  const message =
    'No verified native result of the delegated child was recorded. Look at the child Action itself.';
  return operatorError('connector.hermes_agent.delegated_result_integrity', message, { rule: 'D9' });
}
