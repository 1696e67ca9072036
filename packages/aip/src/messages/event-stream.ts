import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { principalSchema } from './principal.js';

const eventSchema = record({
  id,
  kind: z.string(),
  occurred_at: timestamp,
  session_id: z.string().nullish(),
  action_id: z.string().nullish(),
  correlation_id: z.string().nullish(),
  actor: principalSchema.nullish(),
  data: anyJson.optional(),
});

/** What a runtime recorded, the answer to most reports (aip section 5). */
export const eventStreamSchema = record({ events: list(eventSchema), next_cursor: z.string().nullish() });

/** What a runtime recorded, the answer to most reports (aip section 5). */
export type EventStream = z.infer<typeof eventStreamSchema>;
