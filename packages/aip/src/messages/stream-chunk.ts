import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';
import { unsigned } from '../schema/unsigned.js';
import { messagePartSchema } from './message-part.js';

const kindSchema = z.enum([
  'data',
  'progress',
  'tool',
  'thought',
  'preview',
  'pending_approval',
  'error',
  'done',
]);

/** One step of a stream; `done` and `error` end it (aip section 8). */
export const streamChunkSchema = record({
  action_id: id,
  sequence: unsigned,
  kind: kindSchema,
  data: anyJson.optional(),
  part: messagePartSchema.nullish(),
});

/** What a chunk carries (aip section 8). */
export type StreamChunkKind = z.infer<typeof kindSchema>;
/** One step of a stream; `done` and `error` end it (aip section 8). */
export type StreamChunk = z.infer<typeof streamChunkSchema>;
