import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';
import { actionResultSchema } from './action-result.js';
import { protocolErrorSchema } from './protocol-error.js';
import { receiptChainSchema } from './receipt-chain.js';

const statusSchema = z.enum(['accepted', 'running', 'completed', 'failed', 'cancelled', 'requires_human']);

/** How a delegation stands (aip section 9). */
export const delegationResultSchema = record({
  delegation_id: id,
  parent_action_id: id,
  child_action_id: id,
  status: statusSchema,
  result: actionResultSchema.nullish(),
  error: protocolErrorSchema.nullish(),
  receipt_chain: receiptChainSchema.nullish(),
  callback: anyJson.optional(),
});

/** All but accepted and running are final (aip section 9). */
export type DelegationStatus = z.infer<typeof statusSchema>;
/** How a delegation stands (aip section 9). */
export type DelegationResult = z.infer<typeof delegationResultSchema>;
