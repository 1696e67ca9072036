import { z } from 'zod';

/** The value type of a strict object schema, read-only. */
export type RecordOf<S extends z.ZodRawShape> = Readonly<z.infer<z.ZodObject<S, z.core.$strict>>>;

/** An object with exactly these members; an unknown member is refused, as the published schemas do. */
export function record<S extends z.ZodRawShape>(shape: S): z.ZodType<RecordOf<S>> {
  return z.strictObject(shape);
}
