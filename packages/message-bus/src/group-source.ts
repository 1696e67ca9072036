import type { BackOff } from './back-off.js';
import type { ConsumerGroups, GroupMember } from './consumer-groups.js';
import { BusUnavailable } from './errors.js';
import type { News } from './news.js';
import { readPartition, type BatchHandler, type GroupStore } from './partition-loop.js';
import type { CommandSource } from './port.js';

/** What a source of an embedded bus works with. */
export interface GroupSourceOptions {
  readonly group: string;
  readonly store: GroupStore;
  readonly groups: ConsumerGroups;
  readonly news: News;
  readonly backOff: BackOff;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onSetback: (error: unknown) => void;
}

/** The command source of the embedded adapters: one loop a partition, side by side, over a local store. */
export class GroupSource implements CommandSource {
  readonly #options: GroupSourceOptions;
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #member: GroupMember | null = null;

  constructor(options: GroupSourceOptions) {
    this.#options = options;
  }

  async run(handle: BatchHandler, signal: AbortSignal): Promise<void> {
    if (this.#closing.signal.aborted) throw new BusUnavailable('The command source is closed.');
    if (this.#running !== null) throw new Error('The command source is running already.');
    const run = this.#run(handle, signal);
    this.#running = run;
    try {
      await run;
    } finally {
      this.#running = null;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Whoever called run() hears of its failure; here only its end counts.
    await Promise.allSettled([this.#running]);
  }

  /** Ends as a killed process does: its partitions go to others at once, and nothing more of it is committed. */
  abandon(): void {
    this.#member?.leave();
    this.#closing.abort();
  }

  async #run(handle: BatchHandler, signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    const causes = [signal, this.#closing.signal];
    for (const cause of causes) {
      if (cause.aborted) abort();
      cause.addEventListener('abort', abort, { once: true });
    }
    const member = this.#options.groups.join(this.#options.group);
    this.#member = member;
    try {
      await this.#readAll(handle, stop, member);
    } finally {
      member.leave();
      for (const cause of causes) cause.removeEventListener('abort', abort);
    }
  }

  /** All partitions; the loss of one stops the others, and their handlers end first. */
  async #readAll(handle: BatchHandler, stop: AbortController, member: GroupMember): Promise<void> {
    const partitions = Array.from({ length: this.#options.store.partitions }, (_, partition) => partition);
    const loops = partitions.map(async (partition) => {
      try {
        for (;;) {
          const lost = await member.own(partition, stop.signal);
          if (lost === null) return;
          await readPartition({ ...this.#options, partition, lost }, handle, stop.signal);
        }
      } catch (error) {
        stop.abort();
        throw error;
      }
    });
    await Promise.allSettled(loops);
    await Promise.all(loops);
  }
}
