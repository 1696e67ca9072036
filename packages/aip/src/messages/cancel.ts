import { z } from 'zod';
import { id } from '../schema/id.js';
import { keyedUnion } from '../schema/keyed-union.js';
import { record } from '../schema/record.js';

const targetSchema = keyedUnion({ action: id, session: id });

/** Asks to end an action or a session (aip section 8). */
export const cancelSchema = record({ target: targetSchema, reason: z.string().nullish() });

/** What a cancel is aimed at: exactly one of `action`, `session`. */
export type CancelTarget = z.infer<typeof targetSchema>;
/** Asks to end an action or a session (aip section 8). */
export type Cancel = z.infer<typeof cancelSchema>;
