import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import {
  isTerminal,
  notAvailableYet,
  operatorError,
  type BindingState,
  type RefusalReply,
  type VerifiedCaller,
} from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { answerDirectly } from './answer-directly.js';
import { subjectOf } from './command-subject.js';
import { isVisible } from './is-visible.js';
import { refuseInTurn } from './refuse-in-turn.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';

/**
 * Answers a cancel, behind earlier commands for the same Action, such as the one that created it (SPEC M5, M6, B7).
 * @throws LogUnavailable, BusUnavailable: the record must come again.
 */
export async function admitCancel(deps: AdmissionDeps, taken: TakenOf<'aip.core.v1.cancel'>): Promise<void> {
  const { envelope } = taken;
  const { target } = envelope.body.cancel;
  const { trusted, error } = trustedCaller(envelope, deps.ingress, deps.surroundings.clock.now());
  if (!('action' in target)) {
    const none = notFound('A session cannot be cancelled here; cancel its Actions.');
    return answerDirectly(deps, taken, trusted, error ?? none);
  }
  await refuseInTurn(deps, { ...taken, trusted, about: subjectOf(envelope) }, (state) =>
    error === null ? replyFor(state, trusted.caller) : { kind: 'error', error },
  );
}

function replyFor(state: BindingState | null, caller: VerifiedCaller): RefusalReply {
  if (!isVisible(state, caller))
    return { kind: 'error', error: notFound('There is no Action with this id to cancel.') };
  if (!isTerminal(state.binding.status)) return rejected(notAvailableYet('cancel'));
  const message = `The Action has ended (${state.binding.status}); there is nothing to cancel.`;
  return rejected(operatorError('connector.hermes_agent.operator_policy', message, { rule: 'X6' }));
}

function rejected(error: ProtocolError): RefusalReply {
  return { kind: 'ack_rejected', reason: error.message, error };
}

function notFound(message: string): ProtocolError {
  return protocolError({
    code: 'resource.not_found',
    message,
    category: 'permanent',
    retryable: false,
    details: { rule: 'M6' },
  });
}
