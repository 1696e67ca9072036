import { z } from 'zod';

/** One object per member of the shape, each with that member alone. */
export type KeyedUnionOf<S extends Readonly<Record<string, z.ZodType>>> = {
  [K in keyof S]: Readonly<Record<K, z.infer<S[K]>>>;
}[keyof S];

/**
 * An object with exactly one of these members (aip section 1). The member present selects its schema, so a
 * fault is reported once and where it is.
 */
export function keyedUnion<S extends Readonly<Record<string, z.ZodType>>>(
  shape: S,
): z.ZodType<KeyedUnionOf<S>> {
  const members = Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, value.optional()]));
  return z.strictObject(members).refine((value) => Object.keys(value).length === 1, {
    error: `exactly one member expected: ${Object.keys(shape).join(', ')}`,
  }) as unknown as z.ZodType<KeyedUnionOf<S>>;
}
