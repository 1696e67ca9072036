import type { ClientContext } from './client-context.js';
import { exchangeFailure } from './exchange-failure.js';
import { ExchangeGuard } from './exchange-guard.js';
import { readBody, type BodyText } from './read-body.js';
import type { TransportResponse } from './transport.js';

/** What a GET brought: an answer, its body perhaps unreadable, or no answer head at all. */
export type GetAnswer =
  | { readonly kind: 'answer'; readonly response: TransportResponse; readonly body: BodyText }
  | { readonly kind: 'failed'; readonly reason: string };

/** One GET with a time-out for the head and one for the whole body. Repeats nothing: that is the caller's. */
export async function getJson(
  context: ClientContext,
  url: string,
  authorised: boolean,
  signal: AbortSignal,
): Promise<GetAnswer> {
  const guard = new ExchangeGuard(signal, context.timers);
  try {
    guard.limit(context.headersTimeoutMs);
    const response = await context.transport.request({
      method: 'GET',
      url,
      headers: { ...context.headers(authorised), accept: 'application/json' },
      body: null,
      freshConnection: false,
      signal: guard.signal,
    });
    guard.limit(context.bodyTimeoutMs);
    return { kind: 'answer', response, body: await readBody(response, guard) };
  } catch (thrown) {
    return { kind: 'failed', reason: exchangeFailure(thrown, guard).reason };
  } finally {
    guard.end();
  }
}
