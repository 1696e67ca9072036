import type { Dispatcher } from 'undici';
import { TransportFailure, type TransportResponse } from './transport.js';
import { undiciFailure } from './undici-failure.js';

/** Bytes waiting for a slow reader before the socket is no longer read (G13). */
const QUEUE_HIGH_BYTES = 64 * 1024;

/** What a waiting chunk costs besides its bytes: a body may come one byte at a time (G13). */
const CHUNK_COST_BYTES = 64;

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/**
 * One exchange as the library's handler: the head as a promise, the body as a queue with back-pressure. Written
 * out because only the handler sees the moment the request is put on a connection, which is what makes
 * `requestSent` honest, and because an abort has to work while the connection is still being made.
 */
export class UndiciExchange implements Dispatcher.DispatchHandler {
  /** Settles with the answer's head, or fails with TransportFailure. */
  readonly head: Promise<TransportResponse>;
  readonly #settled: () => void;
  #resolveHead: (response: TransportResponse) => void = () => undefined;
  #rejectHead: (failure: TransportFailure) => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #requestSent = false;
  #headSeen = false;
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #end: 'open' | 'complete' | TransportFailure = 'open';
  #wakeReader: (() => void) | null = null;

  /** @param settled Called once when the exchange is over, well or badly. */
  constructor(settled: () => void) {
    this.#settled = settled;
    this.head = new Promise((resolve, reject) => {
      this.#resolveHead = resolve;
      this.#rejectHead = reject;
    });
  }

  /** Gives the exchange up now, whatever it is doing; what nobody has read yet is dropped. */
  abort(): void {
    this.#queue = [];
    this.#fail(new TransportFailure('aborted', this.#requestSent, 'HTTP exchange aborted'));
  }

  /** For an error thrown while the request was handed over. */
  refuse(error: unknown): void {
    this.#fail(undiciFailure(error, { requestSent: this.#requestSent, headSeen: this.#headSeen }));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while connecting: nothing is written.
    if (this.#end === 'open') this.#requestSent = true;
    else controller.abort(new Error('aborted'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#headSeen = true;
    this.#resolveHead({
      status,
      headers: lowerCased(headers),
      body: { [Symbol.asyncIterator]: () => this.#reader() },
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#end !== 'open') return;
    this.#queue.push(chunk);
    this.#queuedBytes += chunk.length + CHUNK_COST_BYTES;
    if (this.#queuedBytes >= QUEUE_HIGH_BYTES) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    if (this.#end !== 'open') return;
    this.#end = 'complete';
    this.#settled();
    this.#wake();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.refuse(error);
  }

  #fail(failure: TransportFailure): void {
    if (this.#end !== 'open') return;
    this.#end = failure;
    this.#rejectHead(failure);
    this.#controller?.abort(new Error('aborted'));
    this.#settled();
    this.#wake();
  }

  #wake(): void {
    this.#wakeReader?.();
    this.#wakeReader = null;
  }

  #reader(): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.abort();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /**
   * All that waits, as one piece: a body of many tiny chunks is read as the socket gave it. What came before a failure
   * is still given out, then the failure is thrown.
   */
  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      if (this.#queue.length > 0) {
        const value = joined(this.#queue);
        this.#queue = [];
        this.#queuedBytes = 0;
        // Only with an empty queue: each resume feeds the parser again with everything it has not taken yet.
        if (this.#controller?.paused === true) this.#controller.resume();
        return { done: false, value };
      }
      if (this.#end === 'complete') return { done: true, value: undefined };
      if (this.#end !== 'open') throw this.#end;
      await new Promise<void>((wake) => {
        this.#wakeReader = wake;
      });
    }
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

function lowerCased(headers: Headers): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      entries.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]);
  }
  return Object.fromEntries(entries);
}
