import {
  derivedMessageId,
  formatTimestamp,
  MESSAGE_TYPES,
  messageHeaders,
  type Envelope,
  type ProtocolError,
} from '@aip-hermes/aip';
import { PROJECTION_VERSION } from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import type { TakenCommand } from './taken-command.js';
import type { Trusted } from './trusted-caller.js';

/**
 * An `error` reply to a message that names no Action: the one reply that is not in the log first, so it may come
 * twice, with the same message id (DESIGN 1). @throws BusUnavailable
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
    ...(asked.session_id == null ? {} : { session_id: asked.session_id }),
    ...(asked.correlation_id == null ? {} : { correlation_id: asked.correlation_id }),
    in_response_to: asked.message_id,
    from: { id: deps.agent, kind: 'agent' },
    to: { id: trusted.caller.principal.id, kind: 'agent' },
  };
  await deps.errorReplies.reply({
    topic: 'results',
    key: null,
    value: JSON.stringify(envelope),
    headers: messageHeaders(envelope, {
      projectionVersion: PROJECTION_VERSION,
      traceparent: trusted.traceparent ?? undefined,
    }),
  });
}
