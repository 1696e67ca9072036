import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { stringMap } from '../schema/string-map.js';
import { timestamp } from '../schema/timestamp-text.js';
import { actionResultSchema, actionResultStatusSchema } from './action-result.js';
import { receiptChainSchema } from './receipt-chain.js';
import { streamChunkSchema } from './stream-chunk.js';

const stateSchema = z.enum([
  'unknown',
  'accepted',
  'queued',
  'running',
  'streaming',
  'pending_approval',
  'cancelling',
  'cancelled',
  'completed',
  'failed',
  'expired',
  'dead_lettered',
]);

/** A runtime's view of an action, inside an approval record (aip section 10). */
export const actionStatusSchema = record({
  action_id: id,
  capability_id: z.string().nullish(),
  session_id: z.string().nullish(),
  correlation_id: z.string().nullish(),
  state: stateSchema,
  queued_state: z.string().nullish(),
  result_status: actionResultStatusSchema.nullish(),
  approval_id: z.string().nullish(),
  transaction_id: z.string().nullish(),
  delegation_id: z.string().nullish(),
  started_at: timestamp.nullish(),
  updated_at: timestamp,
  completed_at: timestamp.nullish(),
  retry: anyJson.optional(),
  lease: anyJson.optional(),
  result: actionResultSchema.nullish(),
  receipt_chain: receiptChainSchema.nullish(),
  chunks: list(streamChunkSchema).optional(),
  links: stringMap.optional(),
});

/** A runtime's view of an action, inside an approval record (aip section 10). */
export type ActionStatus = z.infer<typeof actionStatusSchema>;
