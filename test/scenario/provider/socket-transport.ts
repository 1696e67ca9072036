import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from '@aip-hermes/hermes-client';
import { createUndiciTransport } from '@aip-hermes/hermes-client/undici';
import { CONNECT_FAILURES } from './connect-failures.js';
import type { ProviderScript } from './provider-script.js';
import type { SocketServer } from './socket-server.js';

/** From opening a connection until it stands, milliseconds, when the scenario does not say. */
const CONNECT_TIMEOUT_MS = 5000;

/** What a transport of one process over sockets is made of. */
export interface SocketTransportOptions {
  readonly instance: string;
  readonly server: SocketServer;
  readonly script: ProviderScript;
  readonly connectTimeoutMs: number | undefined;
  /** Told the URL of a request to another origin. */
  readonly elsewhere: (url: string) => void;
}

/** The product's own transport over sockets, watched from above: one process's connections to the scripted server. */
export class SocketTransport implements HermesTransport {
  readonly #options: SocketTransportOptions;
  readonly #transport: HermesTransport;
  #dead = false;

  constructor(options: SocketTransportOptions) {
    this.#options = options;
    this.#transport = createUndiciTransport({
      connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    });
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { instance, server, script, elsewhere } = this.#options;
    if (this.#dead) return new Promise(() => undefined);
    const url = new URL(request.url);
    if (url.origin !== server.origin) {
      elsewhere(request.url);
      throw new TransportFailure('refused', false, 'scripted: nobody listens there');
    }
    const failure = script.connectFailure(request.method, url.pathname);
    if (failure !== null)
      throw new TransportFailure(CONNECT_FAILURES[failure], false, `scripted: ${failure}`);
    server.expect(request.method, url.pathname, instance);
    const response = await this.#alive(() => this.#transport.request(request));
    return { ...response, body: this.#pieces(response.body) };
  }

  /** The process is gone: its connections close, and nothing settles any more. */
  kill(): void {
    this.#dead = true;
    void this.#transport.close();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async *#pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const items = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const item = await this.#alive(() => items.next());
        if (item.done === true) return;
        yield item.value;
      }
    } finally {
      await items.return?.();
    }
  }

  /** What comes of a call, unless the process is gone by then. */
  #alive<T>(call: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      call()
        .then(
          (value) => (this.#dead ? undefined : resolve(value)),
          (error: unknown) =>
            this.#dead ? undefined : reject(error instanceof Error ? error : new Error('not an error')),
        )
        .finally(() => this.#options.server.moved())
        .catch(reject);
    });
  }
}
