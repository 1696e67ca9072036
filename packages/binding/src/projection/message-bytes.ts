import type { Message } from './message.js';

/** UTF-8 never takes more bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
const encoder = new TextEncoder();

/** Whether key, headers and value together take more than `limit` UTF-8 bytes. Counts bytes only near the limit. */
export function isLargerThan(message: Message, limit: number): boolean {
  const units = sizeOf(message, (text) => text.length);
  if (units * MAX_BYTES_PER_UNIT <= limit) return false;
  return units > limit || sizeOf(message, (text) => encoder.encode(text).length) > limit;
}

function sizeOf({ key, value, headers }: Message, measure: (text: string) => number): number {
  let size = measure(key) + measure(value);
  for (const name in headers) size += measure(name) + measure(headers[name] ?? '');
  return size;
}
