import type Database from 'better-sqlite3';
import type { Page, PageStore } from '../paged-reader.js';
import { partitionOf } from '../partition-of.js';
import type { InboundRecord, Topic } from '../port.js';
import { MAX_PAGE_BYTES, type StoredRecord } from '../stored-record.js';
import { busStatements, type BusStatements, type MessageRow } from './bus-statements.js';
import { storedPartitions } from './schema.js';
import { storedHeaders } from './stored-headers.js';
import { topicNumber, topicOf } from './topic-number.js';

/** The statements on a bus file. Everything is synchronous; what writes is called inside a transaction. */
export class BusTables implements PageStore {
  readonly partitions: number;
  readonly #maxRecords: number;
  readonly #sql: BusStatements;
  #appended = 0;

  constructor(db: Database.Database, file: string, maxRecords: number) {
    this.partitions = storedPartitions(db, file);
    this.#maxRecords = maxRecords;
    this.#sql = busStatements(db);
  }

  /** Counts appended records, rolled back ones included. */
  get appended(): number {
    return this.#appended;
  }

  /** Adds records at the end of their partitions, in order. Answers where the last one went. */
  append(
    records: readonly (readonly [Topic, StoredRecord])[],
    timestampMs: number,
  ): { readonly partition: number; readonly offset: number; readonly seq: number } {
    this.#appended += records.length;
    const heads = new Map<number, number>();
    let last = { partition: 0, offset: -1, seq: -1 };
    for (const [topic, { key, value, headers }] of records) {
      const number = topicNumber(topic);
      const partition = partitionOf(key, this.partitions);
      const place = number * this.partitions + partition;
      const offset = heads.get(place) ?? this.#sql.head.get(number, partition) ?? 0;
      heads.set(place, offset + 1);
      const { lastInsertRowid } = this.#sql.insert.run(
        number,
        partition,
        offset,
        key,
        value,
        JSON.stringify(headers),
        timestampMs,
      );
      last = { partition, offset, seq: Number(lastInsertRowid) };
    }
    for (const [place, next] of heads) {
      this.#sql.moveHead.run(Math.floor(place / this.partitions), place % this.partitions, next);
    }
    return last;
  }

  /** Adds a dead letter unless there is one for the same topic, partition and offset. */
  appendLetter(of: InboundRecord, letter: StoredRecord, timestampMs: number): void {
    const number = topicNumber(of.topic);
    if (this.#sql.letter.get(number, of.partition, of.offset) !== undefined) return;
    const { seq } = this.append([['dead_letters', letter]], timestampMs);
    this.#sql.noteLetter.run(number, of.partition, of.offset, seq);
  }

  checkpoint(shard: string): string | null {
    return this.#sql.checkpoint.get(shard) ?? null;
  }

  moveCheckpoint(shard: string, position: string): void {
    this.#sql.moveCheckpoint.run(shard, position);
  }

  nextOffset(group: string, partition: number): number {
    return this.#sql.groupOffset.get(group, partition) ?? 0;
  }

  moveOffset(group: string, partition: number, next: number): void {
    this.#sql.moveGroupOffset.run(group, partition, next);
  }

  commands(partition: number, from: number): readonly InboundRecord[] {
    const records: InboundRecord[] = [];
    let bytes = 0;
    for (const row of this.#sql.commands.iterate(partition, from, this.#maxRecords)) {
      records.push(recordOf(row));
      bytes += row.value?.byteLength ?? 0;
      if (bytes >= MAX_PAGE_BYTES) break;
    }
    return records;
  }

  publishedKeys(after: string, limit: number): readonly string[] {
    return this.#sql.publishedKeys.all(after, limit);
  }

  head(): number {
    return this.#sql.last.get() ?? 0;
  }

  page(topics: readonly Topic[], key: string | undefined, after: number, until: number): Page {
    const limit = this.#maxRecords;
    // Each topic's places come from an index alone; the first `limit` of all are among the first `limit` of each.
    const places = topics
      .flatMap((topic) =>
        key === undefined
          ? this.#sql.placesOfTopic.all(topicNumber(topic), after, until, limit)
          : this.#sql.placesOfKey.all(key, topicNumber(topic), after, until, limit),
      )
      .sort((a, b) => a - b);
    const records: InboundRecord[] = [];
    let bytes = 0;
    let last = after;
    for (const seq of places) {
      if (records.length >= limit || bytes >= MAX_PAGE_BYTES) break;
      const row = this.#sql.message.get(seq);
      if (row !== undefined) records.push(recordOf(row));
      bytes += row?.value?.byteLength ?? 0;
      last = seq;
    }
    const more = places.length >= limit || last !== (places.at(-1) ?? after);
    return { records, after: last, more };
  }
}

function recordOf({ topic, partition, offset, key, value, headers, timestampMs }: MessageRow): InboundRecord {
  return {
    topic: topicOf(topic),
    partition,
    offset,
    key,
    value,
    headers: storedHeaders(headers),
    timestampMs,
  };
}
