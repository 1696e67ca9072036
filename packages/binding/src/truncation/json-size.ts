import type { Json } from '@aip-hermes/aip';

/** UTF-8 bytes of the JSON text of a value. */
export function jsonBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** UTF-8 bytes of a text inside its JSON quotes, escapes included. */
export function jsonTextBytes(text: string): number {
  return jsonBytes(text) - 2;
}

/** No UTF-16 unit takes more bytes in JSON (a control character as `\u001f`). */
const MOST_BYTES_PER_UNIT = 6;
/** No number takes more. */
const MOST_BYTES_PER_NUMBER = 26;
/** Quotes, colon, comma, brackets around one value. */
const PUNCTUATION = 6;

/**
 * Whether the JSON text surely has at most `limit` bytes, found by an upper bound and without writing it; stops
 * once the bound is passed. False means: measure it.
 */
export function surelyFits(value: Json, limit: number): boolean {
  const open: Json[] = [value];
  let bound = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    bound += PUNCTUATION + ownBytes(next);
    if (bound > limit) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values<Json>(next)) open.push(child);
  }
  return true;
}

/** Upper bound of what a value takes beside its children; a child counts at least one byte already here. */
function ownBytes(value: Json): number {
  if (typeof value === 'string') return value.length * MOST_BYTES_PER_UNIT;
  if (typeof value !== 'object' || value === null) return MOST_BYTES_PER_NUMBER;
  if (Array.isArray(value)) return value.length;
  return Object.keys(value).reduce(
    (bytes, name) => bytes + name.length * MOST_BYTES_PER_UNIT + PUNCTUATION,
    0,
  );
}
