import { z } from 'zod';

/** An array of one kind of item. Absent, where allowed, means empty; `null` is refused (aip section 1). */
export function list<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z.array(item);
}
