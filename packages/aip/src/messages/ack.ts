import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';
import { unsigned } from '../schema/unsigned.js';

/** Says what became of a message about an action (aip section 8). */
export const ackSchema = record({
  action_id: id,
  status: z.enum(['accepted', 'rejected', 'queued', 'streaming', 'cached']),
  reason: z.string().nullish(),
  retry_after_ms: unsigned.nullish(),
  queue: anyJson.optional(),
});

/** Says what became of a message about an action (aip section 8). */
export type Ack = z.infer<typeof ackSchema>;
