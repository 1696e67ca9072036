import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';

/** Names a thing in another system (aip section 6). */
export const externalRefSchema = record({ system: z.string(), type: z.string(), id: z.string() });

const grantSchema = record({
  principal_id: id,
  scopes: list(z.string()).optional(),
  expires_at: timestamp.nullish(),
  reason: z.string().nullish(),
});

/** Who acts (aip section 6). A claim until the execution context proves it. */
export const principalSchema = record({
  id,
  kind: z.enum(['human', 'agent', 'service', 'tenant', 'customer', 'contact', 'system']),
  display_name: z.string().nullish(),
  trust_domain: z.string().nullish(),
  did: z.string().nullish(),
  external_refs: list(externalRefSchema).optional(),
  delegated_authority: list(grantSchema).optional(),
  auth_context: anyJson.optional(),
});

/** Who acts (aip section 6). */
export type Principal = z.infer<typeof principalSchema>;
