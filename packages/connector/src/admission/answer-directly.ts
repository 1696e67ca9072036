import {
  derivedMessageId,
  formatTimestamp,
  MESSAGE_TYPES,
  messageHeaders,
  type Envelope,
  type ProtocolError,
} from '@aip-hermes/aip';
import { PROJECTION_VERSION } from '@aip-hermes/binding';
import { RecordTooLarge } from '@aip-hermes/message-bus';
import type { AdmissionDeps } from './admission-deps.js';
import type { TakenCommand } from './taken-command.js';
import type { Trusted } from './trusted-caller.js';

/**
 * An `error` reply to a message that names no Action: the one reply that is not in the log first, so it may come
 * twice, with the same message id (DESIGN 1). One the bus does not take, because the ids it repeats fill megabytes,
 * becomes a dead letter instead (G11). @throws BusUnavailable
 */
export async function answerDirectly(
  deps: AdmissionDeps,
  taken: TakenCommand,
  trusted: Trusted,
  error: ProtocolError,
): Promise<void> {
  const asked = taken.envelope;
  const envelope: Envelope = {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.error,
    message_id: derivedMessageId(asked.message_id, 0),
    sent_at: formatTimestamp(deps.surroundings.clock.now()),
    body: { error: { error } },
    session_id: asked.session_id ?? undefined,
    correlation_id: asked.correlation_id ?? undefined,
    in_response_to: asked.message_id,
    from: { id: deps.agent, kind: 'agent' },
    to: trusted.caller.principal,
  };
  const headers = messageHeaders(envelope, {
    projectionVersion: PROJECTION_VERSION,
    traceparent: trusted.traceparent ?? undefined,
  });
  try {
    await deps.errorReplies.reply({ topic: 'results', key: null, value: JSON.stringify(envelope), headers });
  } catch (fault) {
    if (!(fault instanceof RecordTooLarge)) throw fault;
    const message = `The message is refused (${error.code}) and too large to be answered.`;
    await deps.deadLetters.put(taken.record, { code: 'too_large', message });
  }
}
