import { z } from 'zod';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { unsigned } from '../schema/unsigned.js';
import { approvalPolicySchema } from './approval-policy.js';
import { riskSchema } from './approval-rule.js';
import { approverSelectorSchema } from './approver-selector.js';
import { evidenceArtifactSchema } from './evidence-artifact.js';
import { identityContextSchema } from './identity-context.js';
import { principalSchema } from './principal.js';

/** Asks for an approval of one action (aip section 10). */
export const approvalRequestSchema = record({
  id,
  action_id: id,
  capability_id: id,
  requester: principalSchema,
  subject: principalSchema,
  approver_selector: approverSelectorSchema,
  reason: z.string(),
  evidence: list(evidenceArtifactSchema).optional(),
  expires_at: timestamp.nullish(),
  policy_decision_id: z.string().nullish(),
  identity: identityContextSchema.nullish(),
  policy_snapshot: approvalPolicySchema.nullish(),
  policy_hash: z.string().nullish(),
  operator: principalSchema.nullish(),
  risk: riskSchema.nullish(),
  governed_value: unsigned.nullish(),
});

/** Asks for an approval of one action (aip section 10). */
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;
