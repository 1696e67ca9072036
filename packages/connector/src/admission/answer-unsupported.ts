import { protocolError } from '@aip-hermes/aip';
import type { AdmissionDeps } from './admission-deps.js';
import { answerDirectly } from './answer-directly.js';
import type { TakenCommand } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';

/** SPEC M7: any other valid message gets an `error`, and lies on the dead-letter topic. @throws BusUnavailable */
export async function answerUnsupported(deps: AdmissionDeps, taken: TakenCommand): Promise<void> {
  const { record, envelope } = taken;
  const message = `A message of type ${envelope.message_type} is no command of this connector; send an action, a delegation_request or a cancel.`;
  await deps.deadLetters.put(record, { code: 'unsupported_message_type', message });
  const { trusted } = trustedCaller(envelope, deps.ingress, deps.surroundings.clock.now());
  const error = protocolError({
    code: 'action.invalid_input',
    message,
    category: 'permanent',
    retryable: false,
    details: { rule: 'M7' },
  });
  await answerDirectly(deps, taken, trusted, error);
}
