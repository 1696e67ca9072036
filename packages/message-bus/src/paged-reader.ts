import { BusUnavailable } from './errors.js';
import type { News } from './news.js';
import type { InboundRecord, MessageReader, ReadRequest, Topic } from './port.js';

/** A bounded page of records in publish order. */
export interface Page {
  readonly records: readonly InboundRecord[];
  /** Where the next page starts. */
  readonly after: number;
  /** False when everything up to the asked end was read. */
  readonly more: boolean;
}

/** What a store offers to a reader. Places are numbers that rise in publish order, from 0. */
export interface PageStore {
  /** The place of the newest record. @throws BusUnavailable */
  head(): number;
  /** Records after `after` up to and including `until`. @throws BusUnavailable */
  page(topics: readonly Topic[], key: string | undefined, after: number, until: number): Page;
}

interface Batch {
  readonly records: readonly InboundRecord[];
  readonly caughtUp: boolean;
}

/** The reader of the embedded adapters. Every time all was read, the last batch says so with `caughtUp`. */
export class PagedReader implements MessageReader {
  readonly #store: PageStore;
  readonly #news: News;
  readonly #closing = new AbortController();

  constructor(store: PageStore, news: News) {
    this.#store = store;
    this.#news = news;
  }

  async *read({ topics, key, follow, signal }: ReadRequest): AsyncGenerator<Batch, void, void> {
    if (this.#closed()) throw new BusUnavailable('The message reader is closed.');
    // Without an end taken now, a busy writer could keep a plain read going for ever.
    const until = follow ? Number.MAX_SAFE_INTEGER : this.#store.head();
    let after = 0;
    let told = false;
    while (!signal.aborted && !this.#closed()) {
      const seen = this.#news.version;
      const page = this.#store.page(topics, key, after, until);
      after = page.after;
      const caughtUp = !page.more;
      if (page.records.length > 0 || (caughtUp && !told)) {
        told = caughtUp;
        yield { records: page.records, caughtUp };
      }
      if (caughtUp && !follow) return;
      // Closing is news too, so a close between the look and the wait is not missed.
      if (caughtUp) await this.#news.wait(seen, signal);
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#news.wake();
    return Promise.resolve();
  }

  #closed(): boolean {
    return this.#closing.signal.aborted;
  }
}
