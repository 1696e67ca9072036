import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { unsigned } from '../schema/unsigned.js';
import { messagePartSchema } from './message-part.js';
import { protocolErrorSchema } from './protocol-error.js';

/** How an action stands (aip section 8); completed, failed and cancelled are final. */
export const actionResultStatusSchema = z.enum([
  'completed',
  'failed',
  'cancelled',
  'pending_approval',
  'requires_human',
]);

const usageSchema = record({
  tokens: anyJson.optional(),
  tools: anyJson.optional(),
  latency_ms: unsigned.nullish(),
  cost: anyJson.optional(),
});

const receiptRefSchema = record({ id, hash: z.string() });

/** The outcome of an action (aip section 8). */
export const actionResultSchema = record({
  action_id: id,
  status: actionResultStatusSchema,
  output: anyJson.optional(),
  message: list(messagePartSchema).optional(),
  memory_update: anyJson.optional(),
  usage: usageSchema.nullish(),
  receipt: receiptRefSchema.nullish(),
  error: protocolErrorSchema.nullish(),
});

/** How an action stands (aip section 8). */
export type ActionResultStatus = z.infer<typeof actionResultStatusSchema>;
/** The outcome of an action (aip section 8). */
export type ActionResult = z.infer<typeof actionResultSchema>;
/** What an action used (aip section 6). */
export type Usage = z.infer<typeof usageSchema>;
