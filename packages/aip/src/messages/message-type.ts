/** The body key of each message type a connector exchanges (aip section 5). */
const BODY_KEYS = {
  'aip.core.v1.action': 'action',
  'aip.core.v1.ack': 'ack',
  'aip.core.v1.stream_chunk': 'stream_chunk',
  'aip.core.v1.action_result': 'action_result',
  'aip.core.v1.cancel': 'cancel',
  'aip.core.v1.error': 'error',
  'aip.agent.v1.delegation_request': 'delegation_request',
  'aip.agent.v1.delegation_result': 'delegation_result',
  'aip.policy.v1.approval_request': 'approval_request',
  'aip.policy.v1.approval_decision': 'approval_decision',
  'aip.policy.v1.approval_record_view': 'approval_record_view',
  'aip.discovery.v1.event_stream_response': 'event_stream',
} as const;

/** A message type a connector exchanges (aip section 5). */
export type MessageType = keyof typeof BODY_KEYS;
/** The one member of a body of message type `T`. */
export type BodyKeyOf<T extends MessageType> = (typeof BODY_KEYS)[T];
/** The one member of some body. */
export type BodyKey = BodyKeyOf<MessageType>;

/** Message types by body key. */
export const MESSAGE_TYPES = Object.fromEntries(
  Object.entries(BODY_KEYS).map(([type, key]) => [key, type]),
) as { readonly [T in MessageType as BodyKeyOf<T>]: T };

/** The body key that must go with a message type (aip section 5, core rule of section 15). */
export function bodyKeyOf<T extends MessageType>(type: T): BodyKeyOf<T> {
  return BODY_KEYS[type];
}
