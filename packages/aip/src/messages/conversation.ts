import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { externalRefSchema, principalSchema } from './principal.js';

/** The conversation an action belongs to (aip section 6). */
export const conversationSchema = record({
  id,
  channel: anyJson,
  status: z.enum(['open', 'pending', 'resolved', 'snoozed', 'archived']),
  external_refs: list(externalRefSchema).optional(),
  contact: principalSchema.nullish(),
  assignee: principalSchema.nullish(),
  priority: z.enum(['low', 'medium', 'high', 'urgent']).nullish(),
  labels: list(z.string()).optional(),
  metadata: anyJson.optional(),
});

/** The conversation an action belongs to (aip section 6). */
export type Conversation = z.infer<typeof conversationSchema>;
