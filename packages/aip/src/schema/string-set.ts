import { z } from 'zod';

/** Strings, none of them twice. */
export const stringSet = z
  .array(z.string())
  .refine((items) => new Set(items).size === items.length, 'an item appears twice') as unknown as z.ZodType<
  readonly string[]
>;
