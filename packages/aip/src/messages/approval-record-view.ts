import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { actionStatusSchema } from './action-status.js';
import { actionTransactionSchema } from './action-transaction.js';
import { approvalDecisionSchema } from './approval-decision.js';
import { approvalRequestSchema } from './approval-request.js';
import { identityContextSchema } from './identity-context.js';
import { receiptChainSchema } from './receipt-chain.js';

const evidencePayloadSchema = record({
  action_id: id,
  capability_id: id,
  input_hash: z.string(),
  input: anyJson,
  transaction: actionTransactionSchema.nullish(),
  identity: identityContextSchema.nullish(),
});

/** An approval with its request and, once settled, its decision (aip section 10). */
export const approvalRecordViewSchema = record({
  request: approvalRequestSchema,
  decision: approvalDecisionSchema.nullish(),
  status: z.string(),
  action_status: actionStatusSchema.nullish(),
  receipt_chain: receiptChainSchema.nullish(),
  evidence_payload: evidencePayloadSchema.nullish(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** An approval with its request and, once settled, its decision (aip section 10). */
export type ApprovalRecordView = z.infer<typeof approvalRecordViewSchema>;
