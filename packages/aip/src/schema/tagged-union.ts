import { z } from 'zod';

/**
 * A union told apart by the member `tag` inside each object (aip section 1). The variant is looked up, not
 * tried, so problems name the member at fault.
 */
export function taggedUnion<const V extends readonly [z.ZodObject, ...z.ZodObject[]]>(
  tag: string,
  variants: V,
): z.ZodType<Readonly<z.infer<V[number]>>> {
  return z.discriminatedUnion(tag, variants as never);
}
