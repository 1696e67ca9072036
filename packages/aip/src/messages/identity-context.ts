import { z } from 'zod';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { principalSchema } from './principal.js';

/** A tenant by id (aip section 6). */
export const tenantRefSchema = record({ id, system: z.string().nullish() });

const externalSubjectSchema = record({ id, system: z.string() });

const credentialRefSchema = record({ id, issuer: z.string(), scopes: list(z.string()).optional() });

const oauthSchema = record({
  issuer: z.string(),
  client_id: z.string().nullish(),
  scopes: list(z.string()).optional(),
  expires_at: timestamp.nullish(),
  refresh_available: z.boolean(),
});

/** A claimed identity: a lookup hint, never trusted (aip section 7). */
export const identityContextSchema = record({
  tenant: tenantRefSchema.nullish(),
  external_account: externalSubjectSchema.nullish(),
  external_user: externalSubjectSchema.nullish(),
  human_actor: principalSchema.nullish(),
  service_account: principalSchema.nullish(),
  acted_on_behalf_of: principalSchema.nullish(),
  credential_ref: credentialRefSchema.nullish(),
  oauth: oauthSchema.nullish(),
});

/** A tenant by id (aip section 6). */
export type TenantRef = z.infer<typeof tenantRefSchema>;
/** A claimed identity: a lookup hint, never trusted (aip section 7). */
export type IdentityContext = z.infer<typeof identityContextSchema>;
