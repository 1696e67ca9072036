import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { unsigned } from '../schema/unsigned.js';
import { actionTransactionSchema } from './action-transaction.js';
import { approvalDecisionSchema } from './approval-decision.js';
import { callbackSchema } from './callback.js';
import { conversationSchema } from './conversation.js';
import { identityContextSchema } from './identity-context.js';
import { principalSchema } from './principal.js';

const delegationEntrySchema = record({
  from: principalSchema,
  to: principalSchema,
  scope: z.string(),
  delegated_at: timestamp,
});

const federationSchema = record({ trust_domain: z.string(), hops: list(z.string()).optional() });

const observabilitySchema = record({
  trace_id: z.string().nullish(),
  span_id: z.string().nullish(),
  fields: anyJson.optional(),
});

const complianceSchema = record({
  regimes: list(z.string()).optional(),
  data_classification: z.string().nullish(),
  metadata: anyJson.optional(),
});

/** One invocation of a capability; one id is one immutable contract (aip section 7). */
export const actionSchema = record({
  id,
  capability_id: id,
  input: anyJson,
  mode: z.enum(['sync', 'async', 'streaming']).nullish(),
  idempotency_key: z.string().nullish(),
  timeout_ms: unsigned.nullish(),
  conversation: conversationSchema.nullish(),
  memory_context: anyJson.optional(),
  delegation_chain: list(delegationEntrySchema).optional(),
  federation: federationSchema.nullish(),
  callback: callbackSchema.nullish(),
  observability: observabilitySchema.nullish(),
  compliance: complianceSchema.nullish(),
  identity: identityContextSchema.nullish(),
  approval: approvalDecisionSchema.nullish(),
  transaction: actionTransactionSchema.nullish(),
});

/** One invocation of a capability; one id is one immutable contract (aip section 7). */
export type Action = z.infer<typeof actionSchema>;
/** One hop of a delegation chain (aip section 6). */
export type DelegationEntry = z.infer<typeof delegationEntrySchema>;
