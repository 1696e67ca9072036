import type { Json, JsonObject } from '@aip-hermes/aip';
import { Unmappable } from './unmappable.js';

/** A JSON text that holds an object. */
export function parseObject(text: string, what: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    throw new Unmappable(`${what} is not JSON`, { cause });
  }
  return objectAt(value, what);
}

/** The value as an object. */
export function objectAt(value: Json | undefined, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new Unmappable(`${what} is not an object`);
}

/** Whether a value is a JSON object, not an array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as text. */
export function textAt(value: Json | undefined, what: string): string {
  if (typeof value === 'string') return value;
  throw new Unmappable(`${what} is not text`);
}

/** The value as text or null; absent counts as null. */
export function textOrNullAt(value: Json | undefined, what: string): string | null {
  return value === undefined || value === null ? null : textAt(value, what);
}

/** The value as a whole number from 0. */
export function countAt(value: Json | undefined, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Unmappable(`${what} is not a whole number`);
}
