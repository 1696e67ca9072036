import { setTimeout as pause } from 'node:timers/promises';
import type { HermesTransport, TransportRequest, TransportResponse } from '@aip-hermes/hermes-client';

/** A provider whose runs all go well, with a number of events each, and which counts what was read of them. */
export class LoadProvider implements HermesTransport {
  readonly #events: number;
  readonly #gapMs: number;
  #runs = 0;
  /** Requests whose answer is not read to its end. */
  open = 0;
  /** Deltas that the product has read, by run. */
  readonly read = new Map<string, number>();

  /** @param perSecond Events of one run in a second; undefined: as fast as they are read. */
  constructor(events: number, perSecond: number | undefined) {
    this.#events = events;
    this.#gapMs = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    const { pathname } = new URL(request.url);
    const id = pathname.split('/')[3];
    if (id === undefined)
      return Promise.resolve(this.#json(202, { run_id: this.#begin(), status: 'started' }));
    if (!pathname.endsWith('/events')) {
      const json = { object: 'hermes.run', run_id: id, status: 'completed', output: 'All good.' };
      return Promise.resolve(this.#json(200, json));
    }
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve({ status: 200, headers, body: this.#counted(this.#stream(id)) });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #begin(): string {
    this.#runs += 1;
    return `run_${String(this.#runs).padStart(32, '0')}`;
  }

  #json(status: number, json: object): TransportResponse {
    const bytes = Buffer.from(JSON.stringify(json));
    async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
      yield bytes;
    }
    return { status, headers: { 'content-type': 'application/json' }, body: this.#counted(body()) };
  }

  async *#counted(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    this.open += 1;
    try {
      yield* body;
    } finally {
      this.open -= 1;
    }
  }

  async *#stream(id: string): AsyncGenerator<Uint8Array, void, undefined> {
    for (let number = 1; number <= this.#events; number += 1) {
      if (this.#gapMs > 0) await pause(this.#gapMs);
      const event =
        number < this.#events
          ? { event: 'message.delta', run_id: id, timestamp: 1_790_000_000.5, delta: `part ${number}` }
          : { event: 'run.completed', run_id: id, timestamp: 1_790_000_009, output: 'All good.' };
      if (number < this.#events) this.read.set(id, number);
      yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
    }
  }
}
