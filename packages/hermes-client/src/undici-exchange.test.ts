import { describe, expect, it } from 'vitest';
import { UndiciExchange } from './undici-exchange.js';

const HIGH_WATER = 64 * 1024;

/** The library's side of an exchange: a parser that gives its chunks out until paused, again when resumed. */
class Feed {
  paused = false;
  reason: Error | null = null;
  aborted = false;
  rawHeaders = null;
  rawTrailers = null;
  feeds = 0;
  given = 0;
  readonly exchange = new UndiciExchange(() => undefined);
  readonly #chunks: readonly Uint8Array[];

  constructor(chunks: readonly Uint8Array[]) {
    this.#chunks = chunks;
    this.exchange.onRequestStart(this);
    this.exchange.onResponseStart(this, 200, {});
    this.resume();
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.feeds += 1;
    for (const chunk of this.#chunks.slice(this.given)) {
      this.given += 1;
      this.exchange.onResponseData(this, chunk);
      if (this.#isPaused()) return;
    }
    this.exchange.onResponseEnd();
  }

  #isPaused(): boolean {
    return this.paused;
  }

  abort(reason: Error): void {
    this.reason = reason;
    this.aborted = true;
  }
}

async function readAll(feed: Feed): Promise<readonly Uint8Array[]> {
  const reads: Uint8Array[] = [];
  for await (const read of (await feed.exchange.head).body) reads.push(read);
  return reads;
}

describe('a body of very many tiny chunks', () => {
  it('G13: the parser is fed again once for each emptied queue, not once for each chunk', async () => {
    const body = Buffer.from(Array.from({ length: 100_000 * 60 }, (_, at) => at % 251));
    const chunks = Array.from({ length: 100_000 }, (_, at) => body.subarray(at * 60, at * 60 + 60));
    const feed = new Feed(chunks);
    const reads = await readAll(feed);
    expect(feed.feeds).toBeLessThan((3 * body.length) / HIGH_WATER);
    expect(reads.length).toBeLessThanOrEqual(feed.feeds);
    expect(Buffer.concat(reads).equals(body)).toBe(true);
  });

  it('G13: chunks of one byte wait in a bounded number too', () => {
    const feed = new Feed(Array.from({ length: HIGH_WATER }, () => Uint8Array.of(58)));
    expect(feed.given).toBeLessThan(HIGH_WATER / 32);
  });

  it('G13: a large chunk is given on as it is', async () => {
    const chunk = Buffer.alloc(2 * HIGH_WATER, 58);
    const feed = new Feed([chunk, chunk]);
    expect(feed.given).toBe(1);
    expect((await readAll(feed)).every((read) => read === chunk)).toBe(true);
  });

  it('O6: what came before a failure is read, then the failure is thrown', async () => {
    const feed = new Feed(Array.from({ length: 2 }, () => Buffer.alloc(HIGH_WATER, 58)));
    feed.exchange.onResponseError(feed, new Error('broken'));
    const reads: number[] = [];
    const reading = (async () => {
      for await (const read of (await feed.exchange.head).body) reads.push(read.length);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'truncated' });
    expect(reads).toEqual([HIGH_WATER]);
  });
});
