import { z } from 'zod';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { unsigned } from '../schema/unsigned.js';
import { approvalRuleSchema } from './approval-rule.js';
import { approverSelectorSchema } from './approver-selector.js';

const evidenceRequirementSchema = z.enum([
  'reason',
  'input_snapshot',
  'policy_decision',
  'external_ticket',
  'attachment',
]);

const delegatedAuthoritySchema = record({
  principal: id,
  scope: list(z.string()).optional(),
  expires_at: timestamp.nullish(),
});

const separationOfDutiesSchema = record({
  requester_must_differ: z.boolean().optional(),
  operator_must_differ: z.boolean().optional(),
  allow_self_approval: z.boolean().optional(),
});

/** The policy an approval was asked under (aip section 10). */
export const approvalPolicySchema = record({
  required: z.boolean(),
  reason: z.string().nullish(),
  approver_selector: approverSelectorSchema,
  ttl_ms: unsigned.nullish(),
  evidence_requirements: list(evidenceRequirementSchema).optional(),
  delegated_authority: delegatedAuthoritySchema.nullish(),
  rule: approvalRuleSchema.nullish(),
  minimum_distinct_principals: unsigned.optional(),
  separation_of_duties: separationOfDutiesSchema.optional(),
  policy_version: z.string().nullish(),
});

/** The policy an approval was asked under (aip section 10). */
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;
