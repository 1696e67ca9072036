import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { keyedUnion } from '../schema/keyed-union.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { ackSchema } from './ack.js';
import { actionResultSchema } from './action-result.js';
import { actionSchema } from './action.js';
import { approvalDecisionSchema } from './approval-decision.js';
import { approvalRecordViewSchema } from './approval-record-view.js';
import { approvalRequestSchema } from './approval-request.js';
import { cancelSchema } from './cancel.js';
import { delegationRequestSchema } from './delegation-request.js';
import { delegationResultSchema } from './delegation-result.js';
import { eventStreamSchema } from './event-stream.js';
import { MESSAGE_TYPES, type BodyKeyOf, type MessageType } from './message-type.js';
import { principalSchema } from './principal.js';
import { errorBodySchema } from './protocol-error.js';
import { streamChunkSchema } from './stream-chunk.js';

const bodies = {
  action: actionSchema,
  ack: ackSchema,
  stream_chunk: streamChunkSchema,
  action_result: actionResultSchema,
  cancel: cancelSchema,
  error: errorBodySchema,
  delegation_request: delegationRequestSchema,
  delegation_result: delegationResultSchema,
  approval_request: approvalRequestSchema,
  approval_decision: approvalDecisionSchema,
  approval_record_view: approvalRecordViewSchema,
  event_stream: eventStreamSchema,
} as const;

/** An envelope as the published schema sees it: type and body are not tied to each other yet. */
export const envelopeSchema = record({
  aip_version: z.literal('1.0'),
  message_type: z.enum(Object.values(MESSAGE_TYPES)),
  message_id: z.string(),
  sent_at: timestamp,
  body: keyedUnion(bodies),
  session_id: z.string().nullish(),
  correlation_id: z.string().nullish(),
  in_response_to: z.string().nullish(),
  idempotency_key: z.string().nullish(),
  from: principalSchema.nullish(),
  to: principalSchema.nullish(),
  trace: anyJson.optional(),
  security: anyJson.optional(),
  extensions: anyJson.optional(),
});

/** Any envelope that passed the schema alone. */
export type UntiedEnvelope = z.infer<typeof envelopeSchema>;

/** The body of a message type: an object with exactly one member (aip section 5). */
export type BodyOf<T extends MessageType> = {
  readonly [K in BodyKeyOf<T>]: z.infer<(typeof bodies)[K]>;
};

/** An envelope of one message type. */
export type EnvelopeOf<T extends MessageType> = Omit<UntiedEnvelope, 'message_type' | 'body'> & {
  readonly message_type: T;
  readonly body: BodyOf<T>;
};

/** A valid envelope; `message_type` tells the body (aip section 5). */
export type Envelope = { [T in MessageType]: EnvelopeOf<T> }[MessageType];
