import { derivedMessageId, messageHeaders } from '@aip-hermes/aip';
import { wellFormedText } from '../result/well-formed-text.js';
import type { Draft } from './draft.js';
import { messageKey } from './message-key.js';
import type { Message } from './message.js';
import type { RowContext } from './read-context.js';
import { wellFormedJson } from './well-formed-json.js';

/**
 * The message of a draft: envelope in fixed member order with unset members absent, headers of DESIGN 4. `index`: its
 * place among the messages of the event, so the id is always the same one and a republish is recognisable.
 */
export function composeMessage(draft: Draft, eventId: string, index: number, context: RowContext): Message {
  const { address, content } = draft;
  const message_id = derivedMessageId(eventId, index);
  const envelope = {
    aip_version: '1.0' as const,
    message_type: content.type,
    message_id,
    sent_at: context.recordedAt,
    body: content.body,
    session_id: address.sessionId ?? undefined,
    correlation_id: address.correlationId ?? undefined,
    in_response_to: address.inResponseTo ?? undefined,
    from: { id: context.agent, kind: 'agent' },
    to: address.to ?? undefined,
  };
  return {
    topic: draft.topic,
    key: messageKey(draft.key),
    value: wellFormedJson(JSON.stringify(envelope)),
    headers: headersOf(draft, message_id, context),
  };
}

function headersOf(draft: Draft, message_id: string, context: RowContext): Message['headers'] {
  const { correlationId, traceparent } = draft.address;
  const extra: Record<string, string> = {};
  if (draft.actionId !== null) extra['aip-action-id'] = messageKey(draft.actionId);
  if (draft.nextSequence !== null) extra['aip-stream-next-sequence'] = String(draft.nextSequence);
  return messageHeaders(
    {
      aip_version: '1.0',
      message_type: draft.content.type,
      message_id,
      correlation_id: correlationId === null ? null : wellFormedText(correlationId),
    },
    {
      projectionVersion: context.version,
      traceparent: traceparent === null ? undefined : wellFormedText(traceparent),
      extra,
    },
  );
}
