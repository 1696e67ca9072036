import { Agent, buildConnector, type Client, type Dispatcher } from 'undici';
import { decodedBody } from './content-coding.js';
import { freshConnection, type FreshConnection } from './fresh-connection.js';
import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from './transport.js';
import { UndiciExchange } from './undici-exchange.js';

const NO_LIBRARY_TIMEOUTS: Client.Options = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };

/** Settings of the socket transport. */
export interface UndiciTransportOptions {
  /** From opening a connection until it stands, TLS included, milliseconds. */
  readonly connectTimeoutMs: number;
  /**
   * Most kept connections to one origin; further requests wait for one. Absent: as many as there are requests
   * at once. Fresh connections (starts, streams) are not counted.
   */
  readonly maxConnections?: number;
}

/**
 * The transport over sockets. No redirects, no retries, no `Origin`, HTTP/1.1 only; the library's own
 * time-outs are off, because the caller's signal is the only clock (C15, C43, C45).
 */
export function createUndiciTransport(options: UndiciTransportOptions): HermesTransport {
  return new UndiciTransport(options);
}

class UndiciTransport implements HermesTransport {
  /** One for all connections, so that TLS sessions are resumed. */
  readonly #connector: buildConnector.connector;
  readonly #kept: Agent;
  readonly #exchanges = new Set<UndiciExchange>();
  #closed: Promise<void> | null = null;

  constructor({ connectTimeoutMs, maxConnections }: UndiciTransportOptions) {
    this.#connector = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
    this.#kept = new Agent({
      ...NO_LIBRARY_TIMEOUTS,
      connect: this.#connector,
      pipelining: 1,
      ...(maxConnections === undefined ? {} : { connections: maxConnections }),
    });
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (this.#closed !== null) throw new TransportFailure('local', false, 'the transport is closed');
    if (request.signal.aborted) throw new TransportFailure('aborted', false, 'aborted before sending');
    const url = new URL(request.url);
    const fresh = request.freshConnection
      ? freshConnection(url.origin, this.#connector, NO_LIBRARY_TIMEOUTS)
      : null;
    const exchange = this.#exchange(request.signal, fresh);
    try {
      (fresh?.client ?? this.#kept).dispatch(dispatchOptions(request, url), exchange);
    } catch (error) {
      exchange.refuse(error);
    }
    const response = await exchange.head;
    return { ...response, body: decodedBody(response.body, response.headers['content-encoding']) };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.abort();
    await this.#kept.destroy();
  }

  #exchange(signal: AbortSignal, fresh: FreshConnection | null): UndiciExchange {
    const onAbort = (): void => exchange.abort();
    const exchange = new UndiciExchange(() => {
      signal.removeEventListener('abort', onAbort);
      this.#exchanges.delete(exchange);
      fresh?.end();
    });
    this.#exchanges.add(exchange);
    signal.addEventListener('abort', onAbort, { once: true });
    return exchange;
  }
}

function dispatchOptions(
  request: TransportRequest,
  url: URL,
): Dispatcher.DispatchOptions & { origin: string } {
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...request.headers },
    body: request.body,
    idempotent: false,
    reset: request.freshConnection,
  };
}
