import { z } from 'zod';

/** A whole number >= 0 (`u32`, `u64`). The schemas set no upper bound; `toPlainJson` sets the exact one. */
export const unsigned = z
  .number()
  .refine((value) => Number.isInteger(value) && value >= 0, 'a whole number, zero or more, expected');
