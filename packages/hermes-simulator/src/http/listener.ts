import { createServer, type RequestListener, type Server } from 'node:http';
import { answerBadRequest } from './bad-request.js';

/** An HTTP server on one loopback port that can be taken away and put back. */
export class Listener {
  readonly #host: string;
  readonly #serverHeader: string;
  readonly #onRequest: RequestListener;
  #server: Server | undefined;
  #port: number;

  constructor(host: string, port: number, serverHeader: string, onRequest: RequestListener) {
    this.#host = host;
    this.#port = port;
    this.#serverHeader = serverHeader;
    this.#onRequest = onRequest;
  }

  /** The port; 0 until the first `open` has resolved. */
  get port(): number {
    return this.#port;
  }

  /** Listens; a port of 0 becomes a real one and is kept. Rejects when the port is taken. */
  async open(): Promise<void> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, this.#onRequest);
    server.on('clientError', (error: Error, socket) => answerBadRequest(error, socket, this.#serverHeader));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, this.#host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#server = server;
  }

  /** Stops listening; open connections go on. */
  stopListening(): void {
    this.#server?.close();
  }

  /** Listens again after `stopListening`. */
  async listenAgain(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.listening) return;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, this.#host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  }

  /** Stops listening and cuts every connection, streams without their final chunk. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
