import { CONTROL } from './printable.js';

/**
 * A value as one line of JSON that cannot steer a terminal it may come to: what `printable` would replace is escaped
 * here, so the value stays the same.
 */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
