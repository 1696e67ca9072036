import { protocolErrorSchema, type JsonObject, type ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { StoredResult } from '../events/beside.js';
import type { DelegationResolved } from '../events/outcome.js';

/**
 * The result of a delegated run: the verified native result of the child, or why there is none (SPEC D6, D10).
 * With a code the resolver failed closed and no child result is passed on (D9). A child result whose status or error cannot be understood is failed with `delegated_result_integrity`.
 */
export function delegatedResultOf(event: DelegationResolved): StoredResult {
  const { child_result: child, next_sequence } = event;
  const base = { output: null, message: [], next_sequence };
  if (child === null || event.code !== null) {
    return {
      ...base,
      status: 'failed',
      error: event.error ?? integrity('no child result'),
      child_result: null,
    };
  }
  const status = statusOf(child);
  const error = event.error ?? errorOf(child);
  if (status === null) return { ...base, status: 'failed', error: integrity('status'), child_result: null };
  if (status === 'failed' && error === null) {
    return { ...base, status, error: integrity('failed without error'), child_result: null };
  }
  return { ...base, status, error, child_result: child };
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

function errorOf(child: JsonObject): ProtocolError | null {
  const parsed = protocolErrorSchema.safeParse(child['error']);
  return parsed.success ? parsed.data : null;
}

function integrity(what: string): ProtocolError {
  const message = `The recorded result of the delegated child cannot be used (${what}). Look at the child Action itself.`;
  return operatorError('connector.hermes_agent.delegated_result_integrity', message, { rule: 'D9' });
}
