import { afterEach, beforeEach } from 'vitest';
import type { HermesClient } from '../client.js';
import { createHermesClient } from '../create-hermes-client.js';
import type { HermesTransport, TransportRequest } from '../transport.js';
import { createUndiciTransport, type UndiciTransportOptions } from '../undici-transport.js';
import { loopbackServer, type LoopbackServer, type Respond } from './loopback-server.js';
import { manualTimers, type ManualTimers } from './manual-timers.js';
import { QUIET, TEST_KEY } from './test-client.js';

/** The socket transport of one test, and servers for it. */
export interface Sockets {
  readonly transport: () => HermesTransport;
  readonly replaceTransport: (options: UndiciTransportOptions) => Promise<void>;
  readonly clientOf: (baseUrl: string, timers?: ManualTimers) => HermesClient;
  readonly serve: (respond: Respond) => Promise<Served>;
}

interface Served {
  readonly server: LoopbackServer;
  readonly client: HermesClient;
}

/** A new transport for each test; after it no connection may be left on either side (G13). */
export function useSockets(): Sockets {
  const open = (): HermesTransport => createUndiciTransport({ connectTimeoutMs: 5_000 });
  const servers: LoopbackServer[] = [];
  let transport = open();

  beforeEach(() => {
    transport = open();
  });
  afterEach(async () => {
    await transport.close();
    for (const server of servers.splice(0)) {
      await server.idle();
      await server.close();
    }
  });

  const clientOf = (baseUrl: string, timers = manualTimers()): HermesClient =>
    createHermesClient({ endpointId: 'a', baseUrl, apiKey: TEST_KEY, transport, timers });
  return {
    transport: () => transport,
    replaceTransport: async (options) => {
      await transport.close();
      transport = createUndiciTransport(options);
    },
    clientOf,
    serve: async (respond) => {
      const server = await loopbackServer(respond);
      servers.push(server);
      return { server, client: clientOf(server.origin) };
    },
  };
}

/** A GET as the client would make it, with members of one's own. */
export function get(server: LoopbackServer, over: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'GET',
    url: `${server.origin}/x`,
    headers: {},
    body: null,
    freshConnection: false,
    signal: QUIET,
    ...over,
  };
}

/** The whole body as text. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
