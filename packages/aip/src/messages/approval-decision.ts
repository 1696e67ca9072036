import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { evidenceArtifactSchema } from './evidence-artifact.js';
import { principalSchema } from './principal.js';

const constraintSchema = record({ field: z.string(), operator: z.string(), value: anyJson });

/** What an approver decided (aip section 10). */
export const approvalDecisionSchema = record({
  approval_id: id,
  decision: z.enum(['approved', 'denied', 'expired', 'revoked']),
  approver: principalSchema,
  decided_at: timestamp,
  reason: z.string().nullish(),
  constraints: list(constraintSchema).optional(),
  evidence: list(evidenceArtifactSchema).optional(),
  decision_id: z.string().nullish(),
  policy_hash: z.string().nullish(),
  authority_path: list(z.string()).optional(),
  target_decision_id: z.string().nullish(),
});

/** What an approver decided (aip section 10). */
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;
