import { createHermesClient } from '../create-hermes-client.js';
import type { HermesClient } from '../client.js';
import type { StreamRead } from '../outcome.js';
import type { HermesTransport } from '../transport.js';
import { manualTimers, type ManualTimers } from './manual-timers.js';

/** The key of every client under test; it may appear in no outcome. */
export const TEST_KEY = 'test-key-0123456789';

/** A signal that never aborts. */
export const QUIET: AbortSignal = new AbortController().signal;

/** A client over this transport, and its timers. */
export function testClient(
  transport: HermesTransport,
  timers: ManualTimers = manualTimers(),
  baseUrl = 'http://127.0.0.1:8642',
): { readonly client: HermesClient; readonly timers: ManualTimers } {
  const client = createHermesClient({ endpointId: 'hermes-a', baseUrl, apiKey: TEST_KEY, transport, timers });
  return { client, timers };
}

/** All items of a stream. */
export async function collect(stream: AsyncIterable<StreamRead>): Promise<readonly StreamRead[]> {
  const items: StreamRead[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
