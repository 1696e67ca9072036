import {
  BusUnavailable,
  RecordTooLarge,
  type CommandSource,
  type DeadLetters,
  type ErrorReplies,
  type InboundRecord,
  type MessageBus,
  type OutboundRecord,
  type ProjectionSink,
  type PublishedRecord,
} from '@aip-hermes/message-bus';
import { commandAction } from '../../points/command-action.js';
import type { Reached } from '../../points/reached.js';
import { aboutRecords } from '../../points/watch-bus.js';
import { BrokerFaults, fitsCall, type BrokerCall } from './broker-faults.js';
import { CommandTopic } from './command-topic.js';
import { PartitionReader, type CommandBroker } from './partition-reader.js';
import type { ProcessEdge } from './process-edge.js';
import type { Settings } from './settings.js';
import type { Scheduler } from './scheduler.js';

/** How the bus of a scenario is set up. */
export interface ScenarioBusOptions {
  readonly scheduler: Scheduler;
  /** The broker refuses a record over `maxMessageBytes`: value, key and headers counted. */
  readonly settings: Pick<Settings, 'maxMessageBytes' | 'sessionTimeoutMs'>;
  readonly reached: Reached;
  readonly happened: () => void;
  /** Whether a process waits for an answer of the log. */
  readonly waitsForLog: (edge: ProcessEdge) => boolean;
  /** Whether the decision on a record is durable. */
  readonly isDecided: (record: InboundRecord) => boolean;
}

/** What happened on the bus, for expectations. */
export interface BusRecord {
  /** Offsets committed past a record that was not durably decided. */
  committedPastUndecided: number;
  oversizeProduces: number;
  deadLetterAttempts: number;
  /** Rebalances that no step asked for. */
  groupRebalances: number;
  /** Longest time in which records were produced and could not be read, milliseconds. */
  readerStallMs: number;
  /** Transactional id of every successful InitProducerId. */
  readonly producers: { readonly transactionalId: string; readonly instance: string }[];
  /** When each message was published, scheduler time, in order. */
  readonly publishedAtMs: number[];
}

const SHARD = '0';

/**
 * The bus of a scenario: a command topic with partitions that steps can steer, and the output topics of a real adapter
 * behind the edge of each process, with faults and transactions in two halves.
 */
export class ScenarioBus implements CommandBroker {
  readonly topic = new CommandTopic();
  readonly faults = new BrokerFaults();
  readonly seen: BusRecord = {
    committedPastUndecided: 0,
    oversizeProduces: 0,
    deadLetterAttempts: 0,
    groupRebalances: 0,
    readerStallMs: 0,
    producers: [],
    publishedAtMs: [],
  };
  /** Records of the projector that can be read. */
  projected = 0;
  outputs: MessageBus;
  /** Partitions and offsets of dead letters, as `partition/offset`. */
  readonly lettered = new Set<string>();
  /** Message ids that an `error` reply answers. */
  readonly answered = new Set<string>();
  /** Message ids of those replies. */
  readonly repliedDirectly = new Set<string>();
  readonly options: ScenarioBusOptions;
  readonly #leases = new Map<number, AbortController>();
  /** When the records of an open transaction were produced; null: none is open. */
  #producedAtMs: number | null = null;

  constructor(outputs: MessageBus, options: ScenarioBusOptions) {
    this.outputs = outputs;
    this.options = options;
  }

  /** The source of one process. */
  sourceFor(edge: ProcessEdge): CommandSource {
    const reader = new PartitionReader(this, edge);
    return { run: (handle, signal) => reader.run(handle, signal), close: () => Promise.resolve() };
  }

  deadLettersFor(edge: ProcessEdge): DeadLetters {
    return {
      put: (record, reason) =>
        edge.call(async () => {
          this.seen.deadLetterAttempts += 1;
          const letter = {
            key: record.key,
            value: new TextDecoder().decode(record.value ?? undefined),
            headers: {},
          };
          await this.#produced(edge, 'dead-letter', [letter], async () => {
            await this.outputs.deadLetters.put(record, reason);
            this.lettered.add(`${record.partition}/${record.offset}`);
          });
          this.options.happened();
        }),
      close: () => Promise.resolve(),
    };
  }

  errorRepliesFor(edge: ProcessEdge): ErrorReplies {
    return {
      reply: (record) =>
        edge.call(async () => {
          await this.#produced(edge, 'results', [record], async () => {
            await this.outputs.errorReplies.reply(record);
            const cause = /"in_response_to":"([^"]*)"/.exec(record.value)?.[1];
            if (cause !== undefined) this.answered.add(cause);
            this.repliedDirectly.add(record.headers['aip-message-id'] ?? '');
            this.seen.publishedAtMs.push(this.options.scheduler.monotonic());
          });
          this.options.happened();
        }),
    };
  }

  /** The sink of one projector process. Its first call takes the shard: an open transaction of an earlier one is aborted. */
  sinkFor(edge: ProcessEdge): ProjectionSink {
    let taken = false;
    const take = (): void => {
      if (taken) return;
      const fault = this.hit(edge, { on: 'init-producer-id' });
      if (fault !== null && fault.committed !== true) throw failure(fault.reply);
      this.#endTransaction();
      this.seen.producers.push({ transactionalId: SHARD, instance: edge.name });
      if (fault !== null) throw failure(fault.reply);
      taken = true;
    };
    const sink = this.outputs.projectionSink(SHARD);
    return {
      position: () =>
        edge.call(() => {
          take();
          return this.outputs.projectionSink(SHARD).position();
        }),
      publish: (records, position, expected) =>
        edge.call(async () => {
          take();
          await this.#transaction(edge, records, () => sink.publish(records, position, expected));
          this.options.happened();
        }),
      close: () => Promise.resolve(),
    };
  }

  /** The fault that hits a call, with what it is about filled in. */
  hit(
    edge: ProcessEdge,
    call: Partial<BrokerCall> & Pick<BrokerCall, 'on'>,
  ): ReturnType<BrokerFaults['hit']> {
    return this.faults.hit({
      instance: edge.name,
      topics: [],
      actions: [],
      sequences: [],
      texts: [],
      ...call,
    });
  }

  /** Aborts when the partition is taken from who reads it now. */
  lease(partition: number): AbortSignal {
    const lease = this.#leases.get(partition) ?? new AbortController();
    this.#leases.set(partition, lease);
    return lease.signal;
  }

  /** Takes a partition away and gives it to a process, or to nobody; what is not committed comes again. */
  reassign(partition: number, to: string | null): void {
    this.#leases.get(partition)?.abort();
    this.#leases.delete(partition);
    this.topic.assign(partition, to);
  }

  /** Commits an offset; false when the broker failed, true too when the partition was lost meanwhile. */
  commit(edge: ProcessEdge, partition: number, next: number, lost: AbortSignal): boolean {
    const { topic, seen, options } = this;
    if (lost.aborted) return true;
    const fault = this.hit(edge, { on: 'offset-commit', topics: ['commands'] });
    if (fault !== null && fault.committed !== true) return false;
    const before = topic.committed(partition);
    const passed = topic.from(partition, before).filter(({ offset }) => offset < next);
    seen.committedPastUndecided += passed.filter((record) => !options.isDecided(record)).length;
    topic.setCommitted(partition, Math.max(before, next));
    options.happened();
    return fault === null;
  }

  get scheduler(): Scheduler {
    return this.options.scheduler;
  }

  get sessionTimeoutMs(): number | undefined {
    return this.options.settings.sessionTimeoutMs;
  }

  failsFetch(edge: ProcessEdge): boolean {
    return this.hit(edge, { on: 'fetch', topics: ['commands'] }) !== null;
  }

  expel(edge: ProcessEdge, partition: number): 'out' | 'still in' {
    if (this.options.waitsForLog(edge)) return 'still in';
    this.seen.groupRebalances += 1;
    this.reassign(partition, this.topic.owner(partition));
    return 'out';
  }

  /** Gives partitions that nobody reads to a process. */
  giveFree(to: string): void {
    for (const partition of [0, 1, 2, 3]) {
      if (this.topic.owner(partition) === null) this.topic.assign(partition, to);
    }
  }

  /** The longest time in which records could not be read, an open transaction included. */
  stallUntilNow(): number {
    const open = this.#producedAtMs === null ? 0 : this.options.scheduler.monotonic() - this.#producedAtMs;
    return Math.max(this.seen.readerStallMs, open);
  }

  async #transaction(
    edge: ProcessEdge,
    records: readonly PublishedRecord[],
    commit: () => Promise<void>,
  ): Promise<void> {
    this.#endTransaction();
    if (records.length > 0) {
      await this.#produced(edge, null, records, () => Promise.resolve());
      this.#producedAtMs = this.options.scheduler.monotonic();
      this.options.happened();
      await this.options.reached('after-produce-before-commit', aboutRecords(records, edge.name));
      if (edge.state === 'dead') return new Promise(() => undefined);
    }
    const fault = this.hit(edge, { on: 'commit-transaction', ...about(null, records) });
    if (fault !== null && fault.committed !== true) {
      this.#endTransaction();
      throw failure(fault.reply);
    }
    await commit();
    this.#endTransaction();
    this.projected += records.length;
    for (const _ of records) this.seen.publishedAtMs.push(this.options.scheduler.monotonic());
    if (fault !== null) throw failure(fault.reply);
  }

  #endTransaction(): void {
    if (this.#producedAtMs === null) return;
    const stall = this.options.scheduler.monotonic() - this.#producedAtMs;
    this.seen.readerStallMs = Math.max(this.seen.readerStallMs, stall);
    this.#producedAtMs = null;
  }

  async #produced(
    edge: ProcessEdge,
    topic: 'dead-letter' | 'results' | null,
    records: readonly OutboundRecord[],
    store: () => Promise<void>,
  ): Promise<void> {
    const tooLarge = records.findIndex((record) => sizeOf(record) > this.options.settings.maxMessageBytes);
    if (tooLarge >= 0) {
      this.seen.oversizeProduces += 1;
      throw new RecordTooLarge(`scripted: over ${this.options.settings.maxMessageBytes} bytes`, tooLarge);
    }
    const fault = this.hit(edge, { on: 'produce', ...about(topic, records) });
    if (fault === null) return store();
    if (fault.committed === true) await store();
    const refused = records.findIndex((record) =>
      fitsCall(fault, { on: 'produce', instance: edge.name, ...about(topic, [record]) }),
    );
    throw failure(fault.reply, Math.max(0, refused));
  }
}

/** What the product sees of an error of the broker; `index`: the record that is too large. */
function failure(reply: string, index = 0): Error {
  return reply === 'MESSAGE_TOO_LARGE'
    ? new RecordTooLarge('scripted: MESSAGE_TOO_LARGE', index)
    : new BusUnavailable(`scripted: ${reply}`);
}

function about(
  topic: 'dead-letter' | 'results' | null,
  records: readonly (OutboundRecord & { readonly topic?: PublishedRecord['topic'] })[],
): Pick<BrokerCall, 'topics' | 'actions' | 'sequences' | 'texts'> {
  const topics = records.map((record) =>
    record.topic === 'stream_chunks' ? 'chunks' : (topic ?? 'results'),
  );
  const published = records.map((record) => ({ ...record, topic: record.topic ?? 'results' }) as const);
  const actions = records.flatMap(({ key, value }) => {
    const action = key ?? commandAction(new TextEncoder().encode(value));
    return action === null ? [] : [action];
  });
  const texts = records.map(({ value }) => value);
  return { topics, actions, sequences: aboutRecords(published, '').sequences ?? [], texts };
}

function sizeOf({ key, value, headers }: OutboundRecord): number {
  const size = (text: string): number => Buffer.byteLength(text, 'utf8');
  const extra = Object.entries(headers).reduce((sum, [name, text]) => sum + size(name) + size(text), 0);
  return size(value) + size(key ?? '') + extra;
}
