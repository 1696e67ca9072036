import type { Message } from './message.js';

/** UTF-8 never takes more bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
const encoder = new TextEncoder();

/** Whether key, headers and value together take more than `limit` UTF-8 bytes. */
export function isLargerThan(message: Message, limit: number): boolean {
  const texts = [message.key, message.value, ...Object.entries(message.headers).flat()];
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * MAX_BYTES_PER_UNIT <= limit) return false;
  if (units > limit) return true;
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0) > limit;
}
