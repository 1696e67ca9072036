import { DEFAULT_BACK_OFF, type BackOff } from '../back-off.js';
import type { MessageBus } from '../bus.js';
import { deadLetterOf } from '../dead-letter.js';
import { BusUnavailable, CheckpointMoved } from '../errors.js';
import { GroupSource } from '../group-source.js';
import { News } from '../news.js';
import { PagedReader } from '../paged-reader.js';
import type {
  CommandSink,
  CommandSource,
  DeadLetters,
  ErrorReplies,
  ProjectionSink,
  Topic,
} from '../port.js';
import { checkSize, storedForm, type StoredRecord } from '../stored-record.js';
import { MemoryStore } from './memory-store.js';

/** One write as the fault hooks see it. */
export interface MemoryWrite {
  readonly port: 'commandSink' | 'deadLetters' | 'errorReplies' | 'projectionSink';
  readonly records: readonly { readonly topic: Topic; readonly key: string | null }[];
}

/** Settings of a memory bus; everything has a default, and none of them is a timer or a clock. */
export interface MemoryBusOptions {
  /** Partitions of every topic. Default 4. */
  readonly partitions?: number;
  /** Time stamp of a stored record, milliseconds since 1970. Default always 0. */
  readonly now?: () => number;
  /**
   * Waits out a back-off; resolves early when the signal aborts. Default: at once, in a microtask, so a handler that
   * rejects for ever without waiting for anything starves the process.
   */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly backOff?: BackOff;
  /** Most records in a batch or page. Default 256. */
  readonly maxBatchRecords?: number;
  /** Told of every handler that rejected. */
  readonly onSetback?: (error: unknown) => void;
  /** Awaited before a write is stored: delay it, or throw to fail it with nothing stored. */
  readonly beforeWrite?: (write: MemoryWrite) => Promise<void> | void;
  /** Awaited after a write is stored and visible: throw to make its outcome unknown to the caller. */
  readonly afterWrite?: (write: MemoryWrite) => Promise<void> | void;
}

/**
 * A whole bus in memory, deterministic: it works in microtasks only, so it runs under a virtual clock. It outlives
 * the sources taken from it, so a restart is a new source of the same group.
 */
export function createMemoryBus(options: MemoryBusOptions = {}): MessageBus {
  const store = new MemoryStore({
    partitions: options.partitions ?? 4,
    maxBatchRecords: options.maxBatchRecords ?? 256,
    now: options.now ?? (() => 0),
  });
  const news = new News();
  const sources = new Set<CommandSource>();

  async function write<T>(described: MemoryWrite, work: () => T): Promise<T> {
    refuseClosed(news);
    await options.beforeWrite?.(described);
    refuseClosed(news);
    const result = work();
    news.wake();
    await options.afterWrite?.(described);
    return result;
  }

  const commandSink: CommandSink = {
    send: async (record) => {
      checkSize(record, 0);
      const described = { port: 'commandSink', records: [{ topic: 'commands', key: record.key }] } as const;
      const { partition, offset } = await write(described, () => store.append('commands', record));
      return { partition, offset };
    },
    close: done,
  };

  const deadLetters: DeadLetters = {
    put: async (record, reason) => {
      const letter = deadLetterOf(record, reason);
      await write({ port: 'deadLetters', records: [{ topic: 'dead_letters', key: letter.key }] }, () => {
        if (store.claimLetter(record)) store.append('dead_letters', letter);
      });
    },
    close: done,
  };

  const errorReplies: ErrorReplies = {
    reply: async (record) => {
      const stored = storedForm(record, 0);
      await write({ port: 'errorReplies', records: [record] }, () => store.append(record.topic, stored));
    },
  };

  const projectionSink = (shard: string): ProjectionSink => ({
    position: async () => {
      refuseClosed(news);
      return Promise.resolve(store.checkpoint(shard));
    },
    publish: async (records, position, expected) => {
      const stored = records.map((record, index): [Topic, StoredRecord] => [
        record.topic,
        storedForm(record, index),
      ]);
      await write({ port: 'projectionSink', records }, () => {
        const actual = store.checkpoint(shard);
        if (actual !== expected) throw new CheckpointMoved(checkpointMoved(shard));
        for (const [topic, record] of stored) store.append(topic, record);
        store.moveCheckpoint(shard, position);
      });
    },
    close: done,
  });

  const reader = new PagedReader(store, news);
  return {
    partitions: store.partitions,
    commandSink,
    commandSource: (group) => {
      const source = new GroupSource({
        group,
        store,
        news,
        backOff: options.backOff ?? DEFAULT_BACK_OFF,
        wait: options.wait ?? done,
        onSetback: options.onSetback ?? (() => undefined),
      });
      sources.add(source);
      return source;
    },
    deadLetters,
    errorReplies,
    projectionSink,
    reader,
    close: async () => {
      await Promise.all([...sources].map((source) => source.close()));
      await reader.close();
      news.close();
    },
  };
}

function checkpointMoved(shard: string): string {
  return `The checkpoint of shard ${shard} was moved by another projector; nothing was published.`;
}

function refuseClosed(news: News): void {
  if (news.closed) throw new BusUnavailable('The message bus is closed.');
}

function done(): Promise<void> {
  return Promise.resolve();
}
