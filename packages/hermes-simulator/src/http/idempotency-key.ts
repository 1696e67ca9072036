import type { IncomingMessage } from 'node:http';
import { errorAnswer, type Answer } from './answer.js';

/** Visible ASCII, 1 to 255 characters (8). */
const VALID_KEY = /^[!-~]{1,255}$/;

/** The idempotency key of a start: trimmed; undefined without one; a 400 answer for a bad one. */
export function idempotencyKey(request: IncomingMessage): string | undefined | Answer {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header.trim() : '';
  if (key === '') return undefined;
  if (VALID_KEY.test(key)) return key;
  const message = 'Idempotency-Key must be 1-255 visible ASCII characters';
  return errorAnswer(400, message, 'invalid_idempotency_key');
}
