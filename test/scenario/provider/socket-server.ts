import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { AnswerSink } from './answer-sink.js';
import type { ProviderTime } from './provider-time.js';
import type { ArrivingRequest } from './seen-request.js';
import { SocketConnection } from './socket-connection.js';

/** Real time without a byte moving after which the sockets count as quiet. */
const QUIET_MS = 20;
/** Real time between two looks. */
const LOOK_MS = 2;

/** Who answers what arrives. */
export interface Answering {
  readonly readsBody: (method: string, path: string) => boolean;
  readonly answer: (request: ArrivingRequest, sink: AnswerSink) => void;
}

/** Settings of a server. */
export interface SocketServerOptions {
  readonly time: ProviderTime;
  /** A kept connection that was idle for exactly this long is closed; absent: never. */
  readonly idleCloseMs: number | undefined;
}

/** A scripted server on a loopback port. */
export class SocketServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #options: SocketServerOptions;
  readonly #senders: { readonly request: string; readonly instance: string }[] = [];
  #answering: Answering | null = null;
  #movements = 0;

  private constructor(server: Server, options: SocketServerOptions) {
    this.#server = server;
    this.#options = options;
    server.on('connection', (socket) => this.#accept(socket));
  }

  /** Opens a server on a free port of 127.0.0.1. */
  static async listen(options: SocketServerOptions): Promise<SocketServer> {
    const server = createServer();
    const scripted = new SocketServer(server, options);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return scripted;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Who answers from now on. */
  serve(answering: Answering): void {
    this.#answering = answering;
  }

  /** A process is about to send such a request: the next one like it is from there. */
  expect(method: string, path: string, instance: string): void {
    this.#senders.push({ request: `${method} ${path}`, instance });
    this.moved();
  }

  /** Bytes were written or read, on either side. */
  moved(): void {
    this.#movements += 1;
  }

  /**
   * Waits in real time: true as soon as `isReady` holds, false when no byte has moved for 20 ms.
   */
  async idle(isReady: () => boolean): Promise<boolean> {
    let seen = this.#movements;
    let since = performance.now();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (isReady()) return true;
      if (seen !== this.#movements) {
        seen = this.#movements;
        since = performance.now();
      } else if (performance.now() - since >= QUIET_MS) return false;
    }
  }

  /** Closes everything. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    const { time, idleCloseMs } = this.#options;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    this.moved();
    new SocketConnection({
      socket,
      readsBody: ({ method, path }) => this.#answering?.readsBody(method, path) ?? true,
      answer: ({ method, path, query, headers }, body, sink) => {
        const instance = this.#sender(method, path);
        this.#answering?.answer({ method, path, query, headers, body, instance }, sink);
      },
      moved: () => this.moved(),
      whenIdle: (close) => (idleCloseMs === undefined ? () => undefined : time.after(idleCloseMs, close)),
    });
  }

  #sender(method: string, path: string): string | null {
    const at = this.#senders.findIndex(({ request }) => request === `${method} ${path}`);
    return at === -1 ? null : (this.#senders.splice(at, 1)[0]?.instance ?? null);
  }
}
