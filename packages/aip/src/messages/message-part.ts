import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { list } from '../schema/list.js';
import { taggedUnion } from '../schema/tagged-union.js';
import { unsigned } from '../schema/unsigned.js';

const source = { url: z.string().nullish(), data: z.string().nullish(), mime_type: z.string() };

/** A piece of content; `type` decides its members (aip section 6). */
export const messagePartSchema = taggedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), format: z.string().nullish() }),
  z.strictObject({ type: z.literal('image'), ...source, alt: z.string().nullish() }),
  z.strictObject({
    type: z.literal('file'),
    ...source,
    filename: z.string(),
    size_bytes: unsigned.nullish(),
  }),
  z.strictObject({ type: z.literal('audio'), ...source, transcript: z.string().nullish() }),
  z.strictObject({ type: z.literal('form'), fields: list(anyJson), actions: list(anyJson) }),
  z.strictObject({
    type: z.literal('card'),
    title: z.string(),
    body: z.string(),
    actions: list(anyJson).optional(),
    media: anyJson.optional(),
  }),
  z.strictObject({ type: z.literal('json'), data: anyJson, schema: anyJson.optional() }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_call_id: z.string(),
    data: anyJson.optional(),
    error: anyJson.optional(),
  }),
]);

/** A piece of content; `type` decides its members (aip section 6). */
export type MessagePart = z.infer<typeof messagePartSchema>;
