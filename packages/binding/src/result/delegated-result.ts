import { type JsonObject, type ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { StoredResult } from '../events/beside.js';
import type { DelegationResolved } from '../events/outcome.js';
import { childResultOf } from './child-result.js';

/** The members of the event that tell the result. */
type Resolved = Pick<DelegationResolved, 'code' | 'child_result' | 'error' | 'next_sequence'>;

/**
 * The result of a delegated run: the verified native result of the child, or why there is none (SPEC D6, D10).
 * With a code the resolver failed closed and no child result is passed on (D9). A child result that is not a
 * valid ActionResult is failed with `delegated_result_integrity`.
 */
export function delegatedResultOf(event: Resolved): StoredResult {
  if (event.code !== null || event.child_result === null) {
    return withoutChild(event, event.error ?? integrity('there is none'));
  }
  const child = childResultOf(event.child_result);
  const status = child === null ? null : statusOf(child);
  if (child === null || status === null) return withoutChild(event, integrity('it is no valid result'));
  const error = (child['error'] as ProtocolError | undefined) ?? event.error;
  if (status === 'failed' && error === null)
    return withoutChild(event, integrity('it failed without an error'));
  return {
    status,
    output: null,
    message: [],
    error,
    child_result: child,
    next_sequence: event.next_sequence,
  };
}

/** Result status to delegation status (aip section 9). */
function statusOf(child: JsonObject): StoredResult['status'] | null {
  switch (child['status']) {
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'requires_human':
      return child['status'];
    case 'pending_approval':
      return 'requires_human';
    default:
      return null;
  }
}

function withoutChild(event: Resolved, error: ProtocolError): StoredResult {
  const { next_sequence } = event;
  return { status: 'failed', output: null, message: [], error, child_result: null, next_sequence };
}

function integrity(what: string): ProtocolError {
  const message = `The recorded result of the delegated child cannot be used: ${what}. Look at the child Action itself.`;
  return operatorError('connector.hermes_agent.delegated_result_integrity', message, { rule: 'D9' });
}
