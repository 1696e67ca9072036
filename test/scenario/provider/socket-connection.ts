import type { Socket } from 'node:net';
import type { AnswerSink } from './answer-sink.js';
import { parseRequest, type RequestHead } from './parse-request.js';
import { SocketExchange } from './socket-exchange.js';

/** What a connection needs of its server. */
export interface ConnectionOptions {
  readonly socket: Socket;
  readonly readsBody: (head: RequestHead) => boolean;
  /** Takes a request; a body that is not read is null. */
  readonly answer: (head: RequestHead, body: string | null, sink: AnswerSink) => void;
  readonly moved: () => void;
  /** Runs when nothing has come for the time that a kept connection may be idle; what is returned cancels. */
  readonly whenIdle: (close: () => void) => () => void;
}

/** One connection: requests one after the other, each answered before the next is looked at. */
export class SocketConnection {
  readonly #options: ConnectionOptions;
  #received: Buffer = Buffer.alloc(0);
  #skip = 0;
  #answering = false;
  #notIdle: () => void = () => undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket, moved } = options;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      this.#notIdle();
      this.#received = Buffer.concat([this.#received, bytes]);
      moved();
      this.#look();
    });
    // A reset by the other side is what many scenarios are about.
    socket.on('error', moved);
    socket.on('close', () => {
      this.#notIdle();
      moved();
    });
  }

  #look(): void {
    const skipped = Math.min(this.#skip, this.#received.length);
    this.#skip -= skipped;
    this.#received = this.#received.subarray(skipped);
    if (this.#answering || this.#skip > 0) return;
    const head = parseRequest(this.#received);
    if (head === null) return;
    if (!this.#options.readsBody(head)) {
      this.#skip = head.bodyBytes;
      this.#take(head, null, head.headBytes);
    } else if (this.#received.length >= head.headBytes + head.bodyBytes) {
      const end = head.headBytes + head.bodyBytes;
      this.#take(head, this.#received.toString('utf8', head.headBytes, end), end);
    }
  }

  #take(head: RequestHead, body: string | null, bytes: number): void {
    const { socket, answer, moved, whenIdle } = this.#options;
    this.#received = this.#received.subarray(bytes);
    this.#answering = true;
    const kept = (): void => {
      this.#answering = false;
      this.#notIdle = whenIdle(() => socket.end());
      setImmediate(() => this.#look());
    };
    const closeAsked = head.headers['connection']?.toLowerCase() === 'close';
    answer(head, body, new SocketExchange({ socket, closeAsked, moved, kept }));
  }
}
