import { derivedMessageId, messageHeaders } from '@aip-hermes/aip';
import { wellFormedText } from '../result/well-formed-text.js';
import type { Address, Draft } from './draft.js';
import type { Message } from './message.js';
import { messageKey } from './message-key.js';
import type { RowContext } from './read-context.js';
import { wellFormedJson } from './well-formed-json.js';

/**
 * The message of a draft: envelope in fixed member order with unset members absent, headers of DESIGN 4. `index`: its
 * place among the messages of the event, so the id is always the same one and a republish is recognisable.
 */
export function composeMessage(draft: Draft, eventId: string, index: number, context: RowContext): Message {
  const message_id = derivedMessageId(eventId, index);
  return {
    topic: draft.topic,
    key: messageKey(draft.key),
    value: wellFormedJson(envelopeText(draft, message_id, context)),
    headers: headersOf(draft, message_id, context),
  };
}

/** The envelope as JSON; what does not change from message to message of a run is written once. */
function envelopeText({ address, content }: Draft, messageId: string, context: RowContext): string {
  return (
    `{"aip_version":"1.0","message_type":"${content.type}","message_id":"${messageId}",` +
    `"sent_at":${JSON.stringify(context.recordedAt)},"body":${JSON.stringify(content.body)}${tailOf(address, context.agent)}`
  );
}

/** Ends of envelopes by address: the rows of one append share theirs. */
const tails = new WeakMap<Address, { readonly agent: string; readonly text: string }>();

/** The members after the body, of the envelope that closes with them. */
function tailOf(address: Address, agent: string): string {
  const known = tails.get(address);
  if (known?.agent === agent) return known.text;
  const members = {
    session_id: address.sessionId ?? undefined,
    correlation_id: address.correlationId ?? undefined,
    in_response_to: address.inResponseTo ?? undefined,
    from: { id: agent, kind: 'agent' },
    to: address.to ?? undefined,
  };
  const text = `,${JSON.stringify(members).slice(1)}`;
  tails.set(address, { agent, text });
  return text;
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
