import { MESSAGE_TYPES, type Envelope } from '@aip-hermes/aip';
import { operatorError, type RefusalReply } from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { subjectOf, type CommandEnvelope } from './command-subject.js';
import { roughDigest } from './command-digest.js';
import { refuseInTurn } from './refuse-in-turn.js';
import type { TakenCommand } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';

/**
 * SPEC B2: a command that cannot be compared exactly is refused with the code of invalid input; any other message
 * is a dead letter with its bytes (C88). @throws LogUnavailable, BusUnavailable
 */
export async function refuseInexact(
  deps: AdmissionDeps,
  taken: Pick<TakenCommand, 'record' | 'envelope' | 'signal'>,
  problem: string,
): Promise<void> {
  const { record, envelope } = taken;
  if (!isCommand(envelope)) return deps.deadLetters.put(record, { code: 'inexact', message: problem });
  const { trusted } = trustedCaller(envelope, deps.ingress, deps.surroundings.clock.now());
  const error = operatorError('action.invalid_input', `The command is refused: ${problem}.`, { rule: 'B2' });
  const reply: RefusalReply = { kind: replyKindOf(envelope), error };
  const digest = roughDigest(envelope, record.value);
  return refuseInTurn(deps, { ...taken, trusted, about: subjectOf(envelope), digest }, () => reply);
}

function isCommand(envelope: Envelope): envelope is CommandEnvelope {
  switch (envelope.message_type) {
    case MESSAGE_TYPES.action:
    case MESSAGE_TYPES.cancel:
    case MESSAGE_TYPES.delegation_request:
      return true;
    default:
      return false;
  }
}

function replyKindOf(envelope: CommandEnvelope): 'action_result' | 'delegation_result' | 'error' {
  switch (envelope.message_type) {
    case MESSAGE_TYPES.action:
      return 'action_result';
    case MESSAGE_TYPES.delegation_request:
      return 'delegation_result';
    case MESSAGE_TYPES.cancel:
      return 'error';
  }
}
