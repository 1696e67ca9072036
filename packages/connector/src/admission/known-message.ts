import { takenAs, type BindingState, type TakenAs } from '@aip-hermes/binding';
import type { Envelope } from '@aip-hermes/aip';
import type { InboundRecord } from '@aip-hermes/message-bus';
import type { AdmissionDeps } from './admission-deps.js';

/** Whether the binding took this very message before, as this command or as another one (SPEC M9). */
export function knownToBinding(state: BindingState | null, messageId: string, digest: string): TakenAs {
  return state?.messageIds.has(messageId) === true
    ? takenAs(state.messageIds.get(messageId) ?? null, digest)
    : 'new';
}

/**
 * A message id that stands for another command is no redelivery: nobody would ever answer it. It becomes a dead letter,
 * loudly, and nothing is appended (SPEC M9, G6, G11). @throws BusUnavailable
 */
export async function refuseReusedId(
  deps: AdmissionDeps,
  taken: { readonly record: InboundRecord; readonly envelope: Envelope },
): Promise<void> {
  const { partition, offset } = taken.record;
  deps.surroundings.log.warn({ partition, offset }, 'a message id was used before for another command');
  const message =
    'The message_id was used before for another command about this Action. Send the command again under a new message_id.';
  await deps.deadLetters.put(taken.record, { code: 'message_id_reused', message });
}
