import type { Json, JsonObject } from '@aip-hermes/aip';

/*
 * Damaged rows are what an audit is for, so nothing of an event is taken on trust: a member that is not what it
 * should be reads as null, or as an empty list.
 */

/** The value as a JSON object, or null. */
export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The member as text, or null. */
export function textAt(object: JsonObject | null, member: string): string | null {
  const value = object?.[member];
  return typeof value === 'string' ? value : null;
}

/** The member as a whole number from 0, or null. */
export function countAt(object: JsonObject | null, member: string): number | null {
  const value = object?.[member];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The member as an object, or null. */
export function objectAt(object: JsonObject | null, member: string): JsonObject | null {
  return asObject(object?.[member]);
}

/** The member as a list, possibly empty. */
export function listAt(object: JsonObject | null, member: string): readonly Json[] {
  const value = object?.[member];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
