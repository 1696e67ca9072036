import { z } from 'zod';
import { id } from '../schema/id.js';
import { list } from '../schema/list.js';
import { taggedUnion } from '../schema/tagged-union.js';
import { unsigned } from '../schema/unsigned.js';

/** How much harm an action can do (aip section 10). */
export const riskSchema = z.enum(['low', 'medium', 'high', 'critical']);

/** How much harm an action can do (aip section 10). */
export type Risk = z.infer<typeof riskSchema>;

/** When approvals suffice; `operator` decides the members, rules nest freely (aip section 10). */
export type ApprovalRule =
  | {
      readonly operator: 'all';
      readonly rules: readonly ApprovalRule[];
      readonly allow_decision_reuse?: boolean | undefined;
    }
  | { readonly operator: 'any'; readonly rules: readonly ApprovalRule[] }
  | {
      readonly operator: 'quorum';
      readonly required: number;
      readonly rules: readonly ApprovalRule[];
      readonly distinct_principals?: boolean | undefined;
    }
  | { readonly operator: 'principal'; readonly id: string }
  | { readonly operator: 'role' | 'group'; readonly name: string }
  | { readonly operator: 'tenant_policy'; readonly policy_id: string }
  | { readonly operator: 'external_system'; readonly system: string }
  | {
      readonly operator: 'delegated_authority';
      readonly scope: string;
      readonly max_risk?: Risk | null | undefined;
      readonly max_value?: number | null | undefined;
    };

const rules = list(z.lazy((): z.ZodType<ApprovalRule> => approvalRuleSchema));

/** When approvals suffice. Nesting is bounded by the depth limit of parsing. */
export const approvalRuleSchema: z.ZodType<ApprovalRule> = taggedUnion('operator', [
  z.strictObject({ operator: z.literal('all'), rules, allow_decision_reuse: z.boolean().optional() }),
  z.strictObject({ operator: z.literal('any'), rules }),
  z.strictObject({
    operator: z.literal('quorum'),
    required: unsigned,
    rules,
    distinct_principals: z.boolean().optional(),
  }),
  z.strictObject({ operator: z.literal('principal'), id }),
  z.strictObject({ operator: z.literal('role'), name: z.string() }),
  z.strictObject({ operator: z.literal('group'), name: z.string() }),
  z.strictObject({ operator: z.literal('tenant_policy'), policy_id: z.string() }),
  z.strictObject({ operator: z.literal('external_system'), system: z.string() }),
  z.strictObject({
    operator: z.literal('delegated_authority'),
    scope: z.string(),
    max_risk: riskSchema.nullish(),
    max_value: unsigned.nullish(),
  }),
]);
