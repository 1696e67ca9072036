import { connect, type Socket } from 'node:net';

/** A request exactly as it goes on the wire. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** How the connection ended, as far as it has. */
export type RawEnd = 'open' | 'whole' | 'cut';

/** One HTTP exchange on its own connection, with the chunk framing kept visible. */
export class RawExchange {
  readonly #socket: Socket;
  readonly #method: string;
  #raw = Buffer.alloc(0);
  status: number | undefined;
  /** Names in lower case, in wire order. */
  readonly headers = new Map<string, string>();
  /** Body chunks of a chunked answer, else one piece. */
  readonly chunks: string[] = [];
  end: RawEnd = 'open';
  refused = false;

  constructor(port: number, request: RawRequest) {
    this.#method = request.method;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (bytes: Buffer) => {
      this.#raw = Buffer.concat([this.#raw, bytes]);
      this.#parse();
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.refused = error.code === 'ECONNREFUSED';
    });
    this.#socket.on('close', () => {
      if (this.end === 'open') this.end = 'cut';
    });
    const head = [
      `${request.method} ${request.path} HTTP/1.1`,
      ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ];
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`);
    if (request.body.length > 0) this.#socket.write(request.body);
  }

  /** The body so far. */
  get text(): string {
    return this.chunks.join('');
  }

  /** Whether status and headers have come, and for an unchunked answer the body too. */
  get answered(): boolean {
    return this.status !== undefined && (this.end !== 'open' || this.headers.has('transfer-encoding'));
  }

  /** Drops the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Ends the sending side only. */
  halfClose(): void {
    this.#socket.end();
  }

  /** Stops reading, so that the kernel's buffers fill. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  #parse(): void {
    if (this.status === undefined && !this.#parseHead()) return;
    if (this.headers.has('transfer-encoding')) this.#parseChunks();
    else this.#parsePlain();
  }

  #parseHead(): boolean {
    const end = this.#raw.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [line = '', ...fields] = this.#raw.subarray(0, end).toString('latin1').split('\r\n');
    this.#raw = this.#raw.subarray(end + 4);
    this.status = Number(line.split(' ')[1]);
    for (const field of fields) {
      const colon = field.indexOf(':');
      this.headers.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim());
    }
    return true;
  }

  #parsePlain(): void {
    const length = this.#method === 'HEAD' ? 0 : Number(this.headers.get('content-length') ?? 0);
    if (this.#raw.length < length || this.end !== 'open') return;
    this.chunks.push(this.#raw.subarray(0, length).toString('utf8'));
    this.end = 'whole';
    this.#socket.end();
  }

  #parseChunks(): void {
    for (;;) {
      const line = this.#raw.indexOf('\r\n');
      if (line < 0) return;
      const size = Number.parseInt(this.#raw.subarray(0, line).toString('latin1'), 16);
      if (this.#raw.length < line + 2 + size + 2) return;
      const chunk = this.#raw.subarray(line + 2, line + 2 + size).toString('utf8');
      this.#raw = this.#raw.subarray(line + 2 + size + 2);
      if (size === 0) {
        this.end = 'whole';
        this.#socket.end();
        return;
      }
      this.chunks.push(chunk);
    }
  }
}
