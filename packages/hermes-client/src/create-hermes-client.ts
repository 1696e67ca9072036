import type { ClientContext } from './client-context.js';
import type { HermesClient } from './client.js';
import { HermesClientConfigurationError } from './configuration-error.js';
import { checkHealth } from './check-health.js';
import { credentialMask } from './credential-mask.js';
import { endpointUrls } from './endpoint-urls.js';
import { openEvents } from './event-stream.js';
import { isHeaderValue } from './header-rules.js';
import { readStatus } from './run-status.js';
import { startRun } from './start-run.js';
import type { ClientTimers } from './timers.js';
import type { HermesTransport } from './transport.js';

const DEFAULT_HEADERS_TIMEOUT_MS = 30_000;
const DEFAULT_USER_AGENT = 'aip-hermes-connector';

/** How one endpoint is reached. */
export interface HermesClientOptions {
  readonly endpointId: string;
  /** An http(s) origin, with or without a path such as `/p/<profile>`. */
  readonly baseUrl: string;
  /** The bearer key. It stands in the Authorization header and nowhere else (G10). */
  readonly apiKey: string;
  /** The client closes it with itself. */
  readonly transport: HermesTransport;
  readonly timers: ClientTimers;
  /** From sending a GET to the answer's head, milliseconds; default 30,000. */
  readonly headersTimeoutMs?: number;
  /** From the head to the end of a JSON body, milliseconds; default as for the head. Streams have none (C15). */
  readonly bodyTimeoutMs?: number;
  readonly userAgent?: string;
}

/**
 * A client for one endpoint. The key lives in a closure, so printing the client shows none of it.
 * @throws HermesClientConfigurationError when the URL or a header value can never work.
 */
export function createHermesClient(options: HermesClientOptions): HermesClient {
  const context = clientContext(options);
  return {
    endpointId: options.endpointId,
    startRun: (request, signal) => startRun(context, request, signal),
    openEvents: (runId, signal) => openEvents(context, runId, signal),
    readStatus: (runId, signal) => readStatus(context, runId, signal),
    checkHealth: (signal) => checkHealth(context, signal),
    close: () => context.transport.close(),
  };
}

function clientContext(options: HermesClientOptions): ClientContext {
  const { endpointId, apiKey, transport, timers } = options;
  const userAgent = options.userAgent ?? DEFAULT_USER_AGENT;
  if (apiKey === '' || !isHeaderValue(apiKey)) {
    throw new HermesClientConfigurationError(`endpoint ${endpointId}: the API key is no legal header value`);
  }
  if (!isHeaderValue(userAgent)) {
    throw new HermesClientConfigurationError(
      `endpoint ${endpointId}: the user agent is no legal header value`,
    );
  }
  const headersTimeoutMs = options.headersTimeoutMs ?? DEFAULT_HEADERS_TIMEOUT_MS;
  return {
    urls: endpointUrls(endpointId, options.baseUrl),
    transport,
    timers,
    headersTimeoutMs,
    bodyTimeoutMs: options.bodyTimeoutMs ?? headersTimeoutMs,
    headers: (authorised) => ({
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...(authorised ? { authorization: `Bearer ${apiKey}` } : {}),
    }),
    mask: credentialMask(apiKey),
  };
}
