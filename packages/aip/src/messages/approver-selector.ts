import { z } from 'zod';
import { id } from '../schema/id.js';
import { taggedUnion } from '../schema/tagged-union.js';

/** Who may approve; `type` decides its members (aip section 10). */
export const approverSelectorSchema = taggedUnion('type', [
  z.strictObject({ type: z.literal('principal'), id }),
  z.strictObject({ type: z.literal('role'), name: z.string() }),
  z.strictObject({ type: z.literal('group'), name: z.string() }),
  z.strictObject({ type: z.literal('tenant_policy') }),
  z.strictObject({ type: z.literal('external_system'), system: z.string() }),
]);

/** Who may approve; `type` decides its members (aip section 10). */
export type ApproverSelector = z.infer<typeof approverSelectorSchema>;
