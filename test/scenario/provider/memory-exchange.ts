import { TransportFailure, type TransportResponse } from '@aip-hermes/hermes-client';
import type { AnswerSink } from './answer-sink.js';
import { BytePipe, type PipeEnd } from './byte-pipe.js';
import { decodedPieces } from './decoded-pieces.js';
import { parseAnswer } from './parse-answer.js';

/** One request and its answer, handed over inside the process; breaks as a connection would. */
export class MemoryExchange implements AnswerSink {
  /** The head of the answer, or the failure; never settles when nothing comes. */
  readonly response: Promise<TransportResponse>;
  readonly #pipe = new BytePipe();
  readonly #closed = new AbortController();
  #resolve: (response: TransportResponse) => void = () => undefined;
  #reject: (failure: TransportFailure) => void = () => undefined;
  #headSeen = false;
  /** Bytes of the body that the head promised and that have not come; null when it promised none. */
  #missing: number | null = null;

  constructor() {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever killed the process does not look at it any more.
    this.response.catch(() => undefined);
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.closed.aborted) return;
    this.#headSeen = true;
    const length = headers['content-length'];
    this.#missing = length === undefined ? null : Number(length);
    const body = decodedPieces(this.#pieces(), headers['content-encoding']);
    this.#resolve({ status, headers, body });
  }

  raw(bytes: Uint8Array): void {
    const answer = parseAnswer(bytes);
    if (answer.kind === 'no-http') this.end('reset');
    if (answer.kind !== 'answer') return;
    this.head(answer.status, answer.headers);
    if (answer.body.length > 0) this.write(answer.body);
  }

  write(bytes: Uint8Array): void {
    if (this.closed.aborted) return;
    if (this.#missing !== null) this.#missing -= bytes.length;
    this.#pipe.write({ kind: 'bytes', bytes });
  }

  /** Every write is a read of its own anyway. */
  taken(): Promise<void> {
    return Promise.resolve();
  }

  end(how: PipeEnd): void {
    if (how === 'open' || this.closed.aborted) return;
    if (this.#headSeen) this.#pipe.write({ kind: 'end', how: (this.#missing ?? 0) > 0 ? 'reset' : how });
    else this.#reject(new TransportFailure('reset', true, 'scripted: closed before an answer'));
    this.#closed.abort();
  }

  /** The caller gives it up. */
  abort(): void {
    const failure = new TransportFailure('aborted', true, 'scripted: aborted');
    this.#closed.abort();
    this.#reject(failure);
    this.#broken?.(failure);
  }

  /** The process is gone: the connection closes, and nothing settles. */
  kill(): void {
    this.#closed.abort();
  }

  #broken: ((failure: TransportFailure) => void) | null = null;

  async *#pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    const broken = new Promise<never>((_, reject) => (this.#broken = reject));
    broken.catch(() => undefined);
    try {
      for (;;) {
        const piece = await Promise.race([this.#pipe.read(), broken]);
        if (piece.kind === 'bytes') yield piece.bytes;
        else if (piece.how === 'fin') return;
        else throw new TransportFailure('truncated', true, 'scripted: reset');
      }
    } finally {
      this.#closed.abort();
    }
  }
}
