import type { CommandBatch } from '@aip-hermes/message-bus';
import { PARTITIONS, type CommandRecord, type CommandTopic } from './command-topic.js';
import type { ProcessEdge } from './process-edge.js';
import type { Scheduler } from './scheduler.js';

/** Records of one batch at most. */
const MAX_BATCH = 256;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** The broker, as a reader of its partitions sees it. */
export interface CommandBroker {
  readonly topic: CommandTopic;
  readonly scheduler: Scheduler;
  /** After so long in one batch a process is out of its group; undefined: never. */
  readonly sessionTimeoutMs: number | undefined;
  /** Aborts when the partition is taken from who reads it now. */
  lease(partition: number): AbortSignal;
  /** Whether a fetch fails now. */
  failsFetch(edge: ProcessEdge): boolean;
  /** Commits an offset; false when that failed. */
  commit(edge: ProcessEdge, partition: number, next: number, lost: AbortSignal): boolean;
  /** A process was too long in one batch of the partition; one that waits for the log has told the broker so. */
  expel(edge: ProcessEdge, partition: number): 'out' | 'still in';
}

type Handle = (batch: CommandBatch) => Promise<void>;

/**
 * Reads the partitions that a process owns, as an adapter of a broker does: a batch a partition at a time, offsets committed
 * as they are decided, what is undecided read again after a failure or a rebalance.
 */
export class PartitionReader {
  readonly #bus: CommandBroker;
  readonly #edge: ProcessEdge;

  constructor(bus: CommandBroker, edge: ProcessEdge) {
    this.#bus = bus;
    this.#edge = edge;
  }

  async run(handle: Handle, signal: AbortSignal): Promise<void> {
    await Promise.all(PARTITIONS.map((partition) => this.#partition(partition, handle, signal)));
  }

  async #partition(partition: number, handle: Handle, signal: AbortSignal): Promise<void> {
    const { topic } = this.#bus;
    while (!signal.aborted) {
      if (topic.owner(partition) !== this.#edge.name) {
        await topic.change(signal);
        continue;
      }
      await this.#owned(partition, handle, signal);
    }
  }

  /** Reads until the partition is lost or the source stops. */
  async #owned(partition: number, handle: Handle, signal: AbortSignal): Promise<void> {
    const lost = this.#bus.lease(partition);
    const end = AbortSignal.any([signal, lost]);
    let next = this.#bus.topic.committed(partition);
    let setbacks = 0;
    while (!end.aborted) {
      const records = await this.#fetch(partition, next, end);
      if (records === null) {
        await this.#pause(setbacks++, end);
        continue;
      }
      if (records.length === 0) continue;
      const work = new BatchWork(this.#bus, this.#edge, { partition, records, next, lost });
      const failed = await work.run(handle, end);
      const isStuck = work.next === next;
      next = work.next;
      if (!isStuck) setbacks = 0;
      if (failed || isStuck) await this.#pause(setbacks++, end);
    }
  }

  /** Waits for records; empty when it ends before, null when the broker failed. */
  #fetch(partition: number, next: number, end: AbortSignal): Promise<readonly CommandRecord[] | null> {
    return this.#edge.call(async () => {
      for (;;) {
        if (end.aborted) return [];
        const records = this.#bus.topic.from(partition, next).slice(0, MAX_BATCH);
        if (records.length > 0) {
          return this.#bus.failsFetch(this.#edge) ? null : records;
        }
        await this.#bus.topic.change(end);
      }
    });
  }

  #pause(setbacks: number, end: AbortSignal): Promise<void> {
    const ms = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(setbacks, 10));
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        end.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#edge.timers.after(ms, done);
      end.addEventListener('abort', done, { once: true });
      if (end.aborted) done();
    });
  }
}

interface Fetched {
  readonly partition: number;
  readonly records: readonly CommandRecord[];
  readonly next: number;
  readonly lost: AbortSignal;
}

/** One batch: its handler, and the commits of what it decides. */
class BatchWork {
  readonly #bus: CommandBroker;
  readonly #edge: ProcessEdge;
  readonly #fetched: Fetched;
  #isOver = false;
  #wake = (): void => undefined;
  /** The first record that is not decided. */
  next: number;

  constructor(bus: CommandBroker, edge: ProcessEdge, fetched: Fetched) {
    this.#bus = bus;
    this.#edge = edge;
    this.#fetched = fetched;
    this.next = fetched.next;
  }

  /** Whether the handler failed. */
  async run(handle: Handle, signal: AbortSignal): Promise<boolean> {
    const { partition, records } = this.#fetched;
    const decided = (offset: number): void => {
      this.next = Math.max(this.next, offset + 1);
      this.#wake();
    };
    const committing = this.#commitAll();
    const stay = this.#expelInTime();
    let failed = false;
    try {
      await handle({ partition, records, decided, signal });
    } catch {
      failed = true;
    }
    stay();
    this.#isOver = true;
    this.#wake();
    await committing;
    return failed;
  }

  /** Commits what is decided as it is decided, until the handler has ended. */
  async #commitAll(): Promise<void> {
    const { partition, lost, next: first } = this.#fetched;
    let committed = first;
    while (!lost.aborted && (!this.#isOver || committed < this.next)) {
      if (committed === this.next) {
        await this.#news();
        continue;
      }
      const { next } = this;
      const done = await this.#edge.call(() =>
        Promise.resolve(this.#bus.commit(this.#edge, partition, next, lost)),
      );
      if (done) committed = next;
      else await new Promise<void>((resolve) => void this.#edge.timers.after(FIRST_RETRY_MS, resolve));
    }
  }

  /** The broker takes a process that is too long in a batch for dead, until the returned function is called. */
  #expelInTime(): () => void {
    const { sessionTimeoutMs, scheduler } = this.#bus;
    const { partition } = this.#fetched;
    if (sessionTimeoutMs === undefined) return () => undefined;
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel = scheduler.dueFor(this.#edge.wire, sessionTimeoutMs, () => {
        if (this.#bus.expel(this.#edge, partition) === 'still in') look();
      });
    };
    look();
    return () => cancel();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
