import type { JsonObject } from '@aip-hermes/aip';

/** The JSON object a text stands for, or null when it is none. */
export function parseObject(text: string): JsonObject | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
