import { createHermesClient } from '@aip-hermes/hermes-client';
import { createUndiciTransport } from '@aip-hermes/hermes-client/undici';

/** Endpoint of every measurement. */
export const ENDPOINT_ID = 'bench';
const KEY = 'bench-key-of-no-worth-0123456789';

/** The real client on real sockets, the same for the connector and its baseline. */
export function realClient(baseUrl, timers) {
  const transport = createUndiciTransport({ connectTimeoutMs: 10_000 });
  const client = createHermesClient({ endpointId: ENDPOINT_ID, baseUrl, apiKey: KEY, transport, timers });
  return { client, key: KEY, close: () => transport.close() };
}
