import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import {
  isOperatorActionId,
  isTerminal,
  notAvailableYet,
  operatorError,
  type BindingState,
  type RefusalReply,
  type VerifiedCaller,
} from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { answerDirectly } from './answer-directly.js';
import { commandDigest } from './command-digest.js';
import { subjectOf } from './command-subject.js';
import { inTurn } from './in-turn.js';
import { isVisible } from './is-visible.js';
import { knownToBinding, refuseReusedId } from './known-message.js';
import { refuseCommand } from './refuse-command.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';

/**
 * Answers a cancel, behind earlier commands for the same Action, such as the one that created it (SPEC M5, M6, B7).
 * @throws LogUnavailable, BusUnavailable: the record must come again.
 */
export async function admitCancel(deps: AdmissionDeps, taken: TakenOf<'aip.core.v1.cancel'>): Promise<void> {
  const { record, envelope, signal } = taken;
  const { target } = envelope.body.cancel;
  const { trusted, error } = trustedCaller(envelope, deps.ingress, deps.surroundings.clock.now());
  if (!('action' in target)) {
    const none = notFound('A session cannot be cancelled here; cancel its Actions.');
    return answerDirectly(deps, taken, trusted, error ?? none);
  }
  const digest = commandDigest(taken.exact);
  const answer = (state: BindingState | null): Promise<void> => {
    const reply: RefusalReply = error === null ? replyFor(state, trusted.caller) : { kind: 'error', error };
    return refuseCommand(deps, {
      record,
      envelope,
      trusted,
      about: subjectOf(envelope),
      digest,
      reply,
      signal,
    });
  };
  if (!isOperatorActionId(target.action)) return answer(null);
  await inTurn(deps.registry, target.action, signal, async (stream) => {
    const state = await stream.refresh();
    switch (knownToBinding(state, envelope.message_id, digest)) {
      case 'new':
        return answer(state);
      case 'same':
        return;
      case 'other':
        return refuseReusedId(deps, taken);
    }
  });
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
