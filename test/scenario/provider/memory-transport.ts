import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from '@aip-hermes/hermes-client';
import type { AnswerSink } from './answer-sink.js';
import { CONNECT_FAILURES } from './connect-failures.js';
import { MemoryExchange } from './memory-exchange.js';
import type { ProviderScript } from './provider-script.js';
import type { ArrivingRequest } from './seen-request.js';

/** What a transport of one process is made of. */
export interface MemoryTransportOptions {
  readonly instance: string;
  readonly origin: string;
  readonly script: ProviderScript;
  /** Told the URL of a request to another origin. */
  readonly elsewhere: (url: string) => void;
  readonly answer: (request: ArrivingRequest, sink: AnswerSink) => void;
}

/** The connections of one process to the provider, inside this process. */
export class MemoryTransport implements HermesTransport {
  readonly #options: MemoryTransportOptions;
  readonly #exchanges = new Set<MemoryExchange>();
  #dead = false;

  constructor(options: MemoryTransportOptions) {
    this.#options = options;
  }

  /** Connections on which an answer is still open. */
  get open(): number {
    return this.#exchanges.size;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { instance, origin, script, elsewhere, answer } = this.#options;
    if (this.#dead) return new Promise(() => undefined);
    const { method, headers, body, signal } = request;
    if (signal.aborted) throw new TransportFailure('aborted', false, 'aborted before sending');
    const url = new URL(request.url);
    if (url.origin !== origin) {
      elsewhere(request.url);
      throw new TransportFailure('refused', false, 'scripted: nobody listens there');
    }
    const failure = script.connectFailure(method, url.pathname);
    if (failure !== null)
      throw new TransportFailure(CONNECT_FAILURES[failure], false, `scripted: ${failure}`);
    const exchange = new MemoryExchange();
    const aborted = (): void => exchange.abort();
    this.#exchanges.add(exchange);
    exchange.closed.addEventListener('abort', () => this.#exchanges.delete(exchange));
    signal.addEventListener('abort', aborted, { once: true });
    const read = script.readsBody(method, url.pathname) ? body : null;
    answer({ method, path: url.pathname, query: url.search, headers, body: read, instance }, exchange);
    return exchange.response;
  }

  /** The process is gone. */
  kill(): void {
    this.#dead = true;
    for (const exchange of [...this.#exchanges]) exchange.kill();
  }

  close(): Promise<void> {
    for (const exchange of [...this.#exchanges]) exchange.abort();
    return Promise.resolve();
  }
}
