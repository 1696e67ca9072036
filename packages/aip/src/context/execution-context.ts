import { z } from 'zod';
import { approvalRecordViewSchema } from '../messages/approval-record-view.js';
import { tenantRefSchema } from '../messages/identity-context.js';
import { principalSchema } from '../messages/principal.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { stringSet } from '../schema/string-set.js';
import { timestamp } from '../schema/timestamp-text.js';

/** The member of `extensions` that carries the execution context; a change of shape gets a new name. */
export const EXECUTION_CONTEXT_EXTENSION = 'aip.execution_context.v1';

const authenticatedPrincipalSchema = record({
  principal: principalSchema,
  scheme: z.enum(['did_proof', 'bearer', 'oauth2', 'hmac_webhook', 'mtls', 'api_key']),
  issuer: z.string(),
  audience: z.string().nullish(),
  scopes: stringSet.optional(),
  authenticated_at: timestamp,
  expires_at: timestamp.nullish(),
  credential_fingerprint: z.string().nullish(),
});

const verifiedTenantSchema = record({
  tenant: tenantRefSchema,
  membership_id: z.string(),
  roles: stringSet.optional(),
  groups: stringSet.optional(),
  verified_at: timestamp,
  expires_at: timestamp.nullish(),
});

const credentialHandleSchema = record({
  id: z.string(),
  issuer: z.string(),
  scopes: stringSet,
  tenant_id: z.string().nullable(),
  expires_at: timestamp.nullish(),
});

const approvalEvidenceSchema = record({
  approval_ids: list(z.string()).refine((ids) => ids.length > 0, 'at least one expected'),
  decision_ids: stringSet.optional(),
  policy_hashes: stringSet.optional(),
  record: approvalRecordViewSchema.nullish(),
});

const traceSchema = record({ trace_id: z.string().nullish(), span_id: z.string().nullish() });

/** What trusted ingress proved about a message (aip section 13); the only source of principal and tenant. */
export const executionContextSchema = record({
  actor: authenticatedPrincipalSchema,
  tenant: verifiedTenantSchema.nullish(),
  credential: credentialHandleSchema.nullish(),
  deadline: timestamp.nullish(),
  approval: approvalEvidenceSchema.nullish(),
  trace: traceSchema.nullish(),
});

/** What trusted ingress proved about a message (aip section 13). */
export type ExecutionContext = z.infer<typeof executionContextSchema>;
/** The principal an edge authenticated (aip section 13). */
export type AuthenticatedPrincipal = z.infer<typeof authenticatedPrincipalSchema>;
/** A tenant membership a directory confirmed (aip section 13). */
export type VerifiedTenant = z.infer<typeof verifiedTenantSchema>;
/** Names a credential; never a secret (aip section 13). */
export type CredentialHandle = z.infer<typeof credentialHandleSchema>;
/** The approval the sender relied on (aip section 13). */
export type ApprovalEvidence = z.infer<typeof approvalEvidenceSchema>;
