import type { ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import { parseOperatorInput } from '../provider-payload/parse-operator-input.js';
import { requiresHumanOf } from './requires-human.js';
import type { BindingState } from '../state.js';
import { append, type CommandDecision } from './decision.js';
import type { RunRequest } from './request-run.js';
import { takenAs } from './taken-as.js';

/** Open invocations one Action may have (SPEC B8). */
export const MAX_OPEN_INVOCATIONS = 64;

/**
 * A command for an Action whose binding exists: a redelivery, a collision, or one more invocation by the state of
 * the binding. A stream that does not begin with something readable is `operator_state` to everybody: nothing is known
 * of it. SPEC B3, B5, B7, B8, M9, M10.
 */
export function joinRun(request: RunRequest, state: BindingState): CommandDecision {
  const before = state.messageIds.get(request.invocation.message_id);
  if (before !== undefined) {
    return { kind: takenAs(before, request.command_sha256) === 'same' ? 'redelivery' : 'reused' };
  }
  if (state.unreadable !== null && state.binding.action_id === '')
    return { kind: 'refuse', error: unreadable(state.unreadable) };
  const collision = collides(request, state);
  if (collision !== null) return { kind: 'refuse', error: collision };
  if (state.unreadable !== null) return { kind: 'refuse', error: unreadable(state.unreadable) };
  switch (state.binding.status) {
    case 'starting':
    case 'running':
    case 'cancelling':
      return joins(request, state);
    case 'waiting_for_approval': {
      const result = requiresHumanOf(state);
      return result === null ? joins(request, state) : { kind: 'replay', result };
    }
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'outcome_unknown':
      return state.result === null
        ? { kind: 'refuse', error: unreadable('the binding has ended without a result that can be read') }
        : { kind: 'replay', result: state.result };
  }
}

function joins(request: RunRequest, state: BindingState): CommandDecision {
  if (state.invocations.size >= MAX_OPEN_INVOCATIONS) {
    const message = `The Action has ${MAX_OPEN_INVOCATIONS} open invocations already; wait for one of their results.`;
    return {
      kind: 'refuse',
      error: operatorError('connector.hermes_agent.operator_policy', message, { rule: 'B8' }),
    };
  }
  return append({
    type: 'InvocationAccepted',
    data: { invocation: { ...request.invocation, role: 'replay' }, command_sha256: request.command_sha256 },
  });
}

/**
 * SPEC B3, B7, and I10 for a resume under the id of a source. A foreign tenant or principal learns nothing but that
 * the Action id is taken.
 */
function collides(request: RunRequest, state: BindingState): ProtocolError | null {
  const { requested } = request;
  const { binding } = state;
  const sameCaller =
    requested.principal.id === binding.principal.id &&
    requested.principal.kind === binding.principal.kind &&
    requested.tenant?.id === binding.tenant?.id &&
    requested.tenant?.system === binding.tenant?.system;
  if (sameCaller && requested.request_fingerprint === binding.request_fingerprint) return null;
  const message =
    'The Action id was used before with another request. Send the unchanged request to see its result, or use a new Action id.';
  if (!sameCaller) return operatorError('connector.hermes_agent.operator_policy', message);
  const rule = parseOperatorInput(request.requested.action['input'] ?? null).kind === 'resume' ? 'I10' : 'B3';
  return operatorError('connector.hermes_agent.operator_policy', message, { rule });
}

function unreadable(reason: string): ProtocolError {
  const message = `The stream of this Action cannot be used by this process: ${reason}. Use the newest release, or have the stream audited.`;
  return operatorError('connector.hermes_agent.operator_state', message);
}
