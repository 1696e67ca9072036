import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { record } from '../schema/record.js';
import { timestamp } from '../schema/timestamp-text.js';
import { principalSchema } from './principal.js';

const receiptTypeSchema = z.enum([
  'request_received',
  'action_accepted',
  'policy_decision',
  'approval_requested',
  'approval_granted',
  'approval_denied',
  'approval_expired',
  'approval_revoked',
  'tool_executed',
  'delegation_made',
  'human_approved',
  'result_returned',
  'settlement_recorded',
  'transaction_planned',
  'transaction_commit_started',
  'transaction_committed',
  'transaction_compensated',
  'transaction_dry_run_completed',
  'transaction_rollback_unsupported',
  'transaction_failed',
  'callback_delivery_attempted',
  'callback_delivered',
  'callback_delivery_failed',
]);

const receiptSchema = record({
  id,
  receipt_type: receiptTypeSchema,
  actor: principalSchema,
  occurred_at: timestamp,
  correlation_id: z.string().nullish(),
  data: anyJson.optional(),
  previous_hash: z.string().nullish(),
  hash: z.string().nullish(),
});

/** Receipts linked by hash (aip section 12). */
export const receiptChainSchema = record({
  chain_id: z.string(),
  receipts: list(receiptSchema),
  root_hash: z.string().nullish(),
});

/** One receipt (aip section 12). */
export type Receipt = z.infer<typeof receiptSchema>;
/** Receipts linked by hash (aip section 12). */
export type ReceiptChain = z.infer<typeof receiptChainSchema>;
