import { partitionOf } from '../partition-of.js';
import type { GroupStore } from '../partition-loop.js';
import type { Page, PageStore } from '../paged-reader.js';
import type { InboundRecord, Topic } from '../port.js';
import { MAX_PAGE_BYTES, type StoredRecord } from '../stored-record.js';

/** The bounds of a memory store. */
export interface MemoryStoreOptions {
  readonly partitions: number;
  readonly maxRecords: number;
  readonly now: () => number;
}

/** Records, offsets and checkpoints in memory. Every method is done when it returns. */
export class MemoryStore implements GroupStore, PageStore {
  readonly partitions: number;
  readonly #options: MemoryStoreOptions;
  readonly #published: InboundRecord[] = [];
  readonly #partitions = new Map<string, InboundRecord[]>();
  readonly #offsets = new Map<string, number>();
  readonly #checkpoints = new Map<string, string>();
  readonly #lettered = new Set<string>();

  constructor(options: MemoryStoreOptions) {
    this.partitions = options.partitions;
    this.#options = options;
  }

  /** Stores a record at the end of its partition; bytes and headers are copied, so a later change by the caller is not seen. */
  append(topic: Topic, { key, value, headers }: StoredRecord): InboundRecord {
    const partition = partitionOf(key, this.partitions);
    const log = this.#log(topic, partition);
    const record: InboundRecord = {
      topic,
      partition,
      offset: log.length,
      key,
      value: value === null ? null : Uint8Array.from(value),
      headers: { ...headers },
      timestampMs: this.#options.now(),
    };
    log.push(record);
    this.#published.push(record);
    return record;
  }

  /** True the first time a record is named: its letter may be stored. */
  claimLetter({ topic, partition, offset }: InboundRecord): boolean {
    const place = JSON.stringify([topic, partition, offset]);
    if (this.#lettered.has(place)) return false;
    this.#lettered.add(place);
    return true;
  }

  checkpoint(shard: string): string | null {
    return this.#checkpoints.get(shard) ?? null;
  }

  moveCheckpoint(shard: string, position: string): void {
    this.#checkpoints.set(shard, position);
  }

  nextOffset(group: string, partition: number): number {
    return this.#offsets.get(JSON.stringify([group, partition])) ?? 0;
  }

  commands(partition: number, from: number): readonly InboundRecord[] {
    return bounded(this.#log('commands', partition), from, this.#options.maxRecords, () => true).records;
  }

  commit(group: string, partition: number, next: number): Promise<void> {
    const place = JSON.stringify([group, partition]);
    this.#offsets.set(place, Math.max(next, this.#offsets.get(place) ?? 0));
    return Promise.resolve();
  }

  head(): number {
    return this.#published.length;
  }

  page(topics: readonly Topic[], key: string | undefined, after: number, until: number): Page {
    const end = Math.min(until, this.#published.length);
    const fits = (record: InboundRecord): boolean =>
      topics.includes(record.topic) && (key === undefined || record.key === key);
    const { records, next } = bounded(this.#published, after, this.#options.maxRecords, fits, end);
    return { records, after: next, more: next < end };
  }

  #log(topic: Topic, partition: number): InboundRecord[] {
    const name = `${topic}/${partition}`;
    const log = this.#partitions.get(name) ?? [];
    this.#partitions.set(name, log);
    return log;
  }
}

/** Fitting records from an index on, until the count or the bytes are full; `next` is the first index not looked at. */
function bounded(
  all: readonly InboundRecord[],
  from: number,
  maxRecords: number,
  fits: (record: InboundRecord) => boolean,
  end = all.length,
): { readonly records: readonly InboundRecord[]; readonly next: number } {
  const records: InboundRecord[] = [];
  let bytes = 0;
  let next = from;
  while (next < end && records.length < maxRecords && bytes < MAX_PAGE_BYTES) {
    const record = all[next];
    if (record !== undefined && fits(record)) {
      records.push(record);
      bytes += record.value?.byteLength ?? 0;
    }
    next += 1;
  }
  return { records, next };
}
