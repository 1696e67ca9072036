import { z } from 'zod';
import { record } from '../schema/record.js';

/** The transaction step an action asks for (aip section 6). */
export const actionTransactionSchema = record({
  mode: z.enum(['execute', 'dry_run', 'plan', 'commit', 'compensate', 'reconcile', 'rollback_not_supported']),
  transaction_id: z.string().nullish(),
  plan_id: z.string().nullish(),
  compensation_for: z.string().nullish(),
});

/** The transaction step an action asks for (aip section 6). */
export type ActionTransaction = z.infer<typeof actionTransactionSchema>;
