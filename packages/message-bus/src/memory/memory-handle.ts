import type { BackOff } from '../back-off.js';
import type { MessageBus } from '../bus.js';
import { checkpointMoved } from '../checkpoint-moved.js';
import { deadLetterOf } from '../dead-letter.js';
import type { ConsumerGroups } from '../consumer-groups.js';
import { BusUnavailable } from '../errors.js';
import { GroupSource } from '../group-source.js';
import type { News } from '../news.js';
import { PagedReader } from '../paged-reader.js';
import type {
  CommandSink,
  CommandSource,
  DeadLetters,
  ErrorReplies,
  MessageReader,
  ProjectionSink,
} from '../port.js';
import { checkSize, storedForm } from '../stored-record.js';
import type { MemoryWrite } from './memory-write.js';
import type { MemoryStore } from './memory-store.js';

/** What all handles on one memory bus share. */
export interface SharedMemory {
  readonly store: MemoryStore;
  readonly news: News;
  readonly groups: ConsumerGroups;
  readonly backOff: BackOff;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onSetback: (error: unknown) => void;
  readonly beforeWrite: (write: MemoryWrite) => Promise<void> | void;
  readonly afterWrite: (write: MemoryWrite) => Promise<void> | void;
}

/** A handle on a bus in memory. */
export interface MemoryBus extends MessageBus {
  /** A second handle on the same storage, as a new process would have it. Closing one leaves the others open. */
  reopen(): MemoryBus;
  /**
   * Ends this handle as SIGKILL ends a process: nothing is waited for, its partitions go to other sources of the
   * group at once, nothing more of it is committed or stored.
   */
  crash(): void;
}

/** The ports of one handle. */
export class MemoryHandle implements MemoryBus {
  readonly partitions: number;
  readonly commandSink: CommandSink;
  readonly deadLetters: DeadLetters;
  readonly errorReplies: ErrorReplies;
  readonly reader: MessageReader;
  readonly reopen: () => MemoryBus;
  readonly #shared: SharedMemory;
  readonly #sources = new Set<GroupSource>();
  #closed = false;

  constructor(shared: SharedMemory, reopen: () => MemoryBus) {
    const { store } = shared;
    this.#shared = shared;
    this.reopen = reopen;
    this.partitions = store.partitions;
    this.reader = new PagedReader(store, shared.news);
    this.commandSink = {
      send: async (record) => {
        checkSize(record, 0);
        const write = { port: 'commandSink', records: [{ topic: 'commands', key: record.key }] } as const;
        const { partition, offset } = await this.#write(write, () => store.append('commands', record));
        return { partition, offset };
      },
      close: nothing,
    };
    this.deadLetters = {
      put: async (record, reason) => {
        const letter = deadLetterOf(record, reason);
        const write = { port: 'deadLetters', records: [{ topic: 'dead_letters', key: letter.key }] } as const;
        await this.#write(write, () => {
          if (store.claimLetter(record)) store.append('dead_letters', letter);
        });
      },
      close: nothing,
    };
    this.errorReplies = {
      reply: async (record) => {
        const stored = storedForm(record, 0);
        await this.#write({ port: 'errorReplies', records: [record] }, () =>
          store.append(record.topic, stored),
        );
      },
    };
  }

  commandSource(group: string): CommandSource {
    const source = new GroupSource({ ...this.#shared, group });
    this.#sources.add(source);
    return source;
  }

  projectionSink(shard: string): ProjectionSink {
    const { store } = this.#shared;
    return {
      position: async () => {
        this.#refuseClosed();
        return Promise.resolve(store.checkpoint(shard));
      },
      publish: async (records, position, expected) => {
        const stored = records.map((record, index) => [record.topic, storedForm(record, index)] as const);
        await this.#write({ port: 'projectionSink', records }, () => {
          if (store.checkpoint(shard) !== expected) throw checkpointMoved(shard);
          for (const [topic, record] of stored) store.append(topic, record);
          store.moveCheckpoint(shard, position);
        });
      },
      close: nothing,
    };
  }

  crash(): void {
    this.#closed = true;
    for (const source of this.#sources) source.abandon();
    void this.reader.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sources].map((source) => source.close()));
    await this.reader.close();
    this.#closed = true;
  }

  async #write<T>(write: MemoryWrite, work: () => T): Promise<T> {
    this.#refuseClosed();
    await this.#shared.beforeWrite(write);
    this.#refuseClosed();
    const result = work();
    this.#shared.news.wake();
    await this.#shared.afterWrite(write);
    return result;
  }

  #refuseClosed(): void {
    if (this.#closed) throw new BusUnavailable('The message bus is closed.');
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
