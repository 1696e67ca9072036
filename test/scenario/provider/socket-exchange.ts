import type { Socket } from 'node:net';
import type { AnswerSink, Framing } from './answer-sink.js';
import type { PipeEnd } from './byte-pipe.js';

/** Real time between the last byte and a reset, so that the client has read what came before. */
const BEFORE_RESET_MS = 5;

/** Real time between two writes, so that they are two reads. */
const BETWEEN_WRITES_MS = 4;

/** What an exchange needs of its connection. */
export interface ExchangeOptions {
  readonly socket: Socket;
  /** The client has asked to close the connection after the answer. */
  readonly closeAsked: boolean;
  /** Bytes were written, or the connection is about to end. */
  readonly moved: () => void;
  /** The answer is whole and the connection may serve another request. */
  readonly kept: () => void;
}

/** The answer to one request on a socket. */
export class SocketExchange implements AnswerSink {
  readonly #options: ExchangeOptions;
  readonly #closed = new AbortController();
  #chunked = false;
  #keep = false;
  /** Bytes of the body that the head promised and that have not come; null when it promised none. */
  #missing: number | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    options.socket.once('close', () => this.#closed.abort());
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  head(status: number, headers: Readonly<Record<string, string>>, { whole, keepAlive }: Framing): void {
    const given = headers['content-length'];
    const length = given ?? (whole === null ? null : String(whole));
    this.#chunked = length === null;
    this.#missing = length === null ? null : Number(length);
    this.#keep = keepAlive && !this.#options.closeAsked;
    const all = {
      ...headers,
      ...(length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
      connection: this.#keep ? 'keep-alive' : 'close',
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.raw(Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`, 'latin1'));
  }

  raw(bytes: Uint8Array): void {
    if (this.closed.aborted || bytes.length === 0) return;
    this.#options.socket.write(bytes);
    this.#options.moved();
  }

  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#missing !== null) this.#missing -= bytes.length;
    this.raw(this.#chunked ? chunkOf(bytes) : bytes);
  }

  async taken(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_WRITES_MS));
    this.#options.moved();
  }

  end(how: PipeEnd): void {
    if (how === 'open' || this.closed.aborted) return;
    if (how === 'reset') {
      setTimeout(() => this.#reset(), BEFORE_RESET_MS);
      return;
    }
    if (this.#chunked) this.raw(Buffer.from('0\r\n\r\n'));
    const { socket, kept, moved } = this.#options;
    this.#closed.abort();
    if (this.#keep && (this.#missing ?? 0) <= 0) kept();
    else socket.end();
    moved();
  }

  #reset(): void {
    this.#options.socket.resetAndDestroy();
    this.#closed.abort();
    this.#options.moved();
  }
}

function chunkOf(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
