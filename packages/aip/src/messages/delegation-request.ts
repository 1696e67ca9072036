import { z } from 'zod';
import { anyJson } from '../schema/any-json.js';
import { id } from '../schema/id.js';
import { record } from '../schema/record.js';
import { actionSchema } from './action.js';
import { callbackSchema } from './callback.js';
import { principalSchema } from './principal.js';

/** Hands a child action to another agent (aip section 9). */
export const delegationRequestSchema = record({
  delegation_id: id,
  parent_action_id: id,
  child_action: actionSchema,
  requested_by: principalSchema,
  delegate: principalSchema,
  scope: z.string(),
  callback: callbackSchema.nullish(),
  metadata: anyJson.optional(),
});

/** Hands a child action to another agent (aip section 9). */
export type DelegationRequest = z.infer<typeof delegationRequestSchema>;
