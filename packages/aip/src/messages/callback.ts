import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';

/** Where progress is to be delivered (aip section 6). */
export const callbackSchema = record({ profile: id, target: z.string(), metadata: anyJson.optional() });

/** Where progress is to be delivered (aip section 6). */
export type Callback = z.infer<typeof callbackSchema>;
