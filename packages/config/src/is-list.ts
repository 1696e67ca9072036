import type { Json } from '@aip-hermes/aip';

/** Whether the value is a list. `Array.isArray` alone would make its elements `any`. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
