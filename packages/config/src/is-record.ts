import type { Json, JsonObject } from '@aip-hermes/aip';

/** Whether the value is an object with members, neither null nor a list. */
export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
