import { isUtf8 } from 'node:buffer';
import { BoundedBytes } from './bounded-bytes.js';
import type { ExchangeGuard } from './exchange-guard.js';
import { exchangeFailure } from './exchange-failure.js';
import type { TransportResponse } from './transport.js';

/** Largest JSON body that is read (DESIGN 6). */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** A whole body as text, or why there is none. `bytes`: how many were read. */
export type BodyText =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly bytes: number };

/** Reads the body to its end, holding at most the limit. A break, damage or wrong encoding is a value. */
export async function readBody(
  response: TransportResponse,
  guard: ExchangeGuard,
  limit: number = BODY_LIMIT_BYTES,
): Promise<BodyText> {
  const body = new BoundedBytes(limit);
  const unreadable = (reason: string): BodyText => ({ kind: 'unreadable', reason, bytes: body.length });
  try {
    for await (const chunk of response.body) {
      if (!body.append(chunk)) return unreadable(`the body is larger than ${limit} bytes`);
    }
  } catch (thrown) {
    return unreadable(exchangeFailure(thrown, guard).reason);
  }
  // A transport may end the body quietly when it is aborted; that is no whole body.
  if (guard.signal.aborted) return unreadable(exchangeFailure(null, guard).reason);
  const bytes = body.view();
  if (!isUtf8(bytes)) return unreadable('the body is not UTF-8');
  return { kind: 'text', text: bytes.toString('utf8'), bytes: bytes.length };
}
