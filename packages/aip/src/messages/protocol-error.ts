import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { record } from '../schema/record.js';
import { unsigned } from '../schema/unsigned.js';

const categorySchema = z.enum([
  'temporary',
  'permanent',
  'auth',
  'policy',
  'economic',
  'connector',
  'transport',
]);

/** An error as it travels (aip section 6). */
export const protocolErrorSchema = record({
  code: z.string(),
  message: z.string(),
  category: categorySchema,
  retryable: z.boolean().nullish(),
  retry_after_ms: unsigned.nullish(),
  details: anyJson.optional(),
  source: anyJson.optional(),
});

/** The body of an error message: the error sits one level deeper than its key (aip section 5). */
export const errorBodySchema = record({ error: protocolErrorSchema });

/** Who can do something about an error (aip section 15). */
export type ErrorCategory = z.infer<typeof categorySchema>;
/** An error as it travels (aip section 6). */
export type ProtocolError = z.infer<typeof protocolErrorSchema>;
/** The content of an `error` body. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
