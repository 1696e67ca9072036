import type { Headers, InboundRecord } from '@aip-hermes/message-bus';

/** Partitions of the command topic. */
export const PARTITIONS = [0, 1, 2, 3] as const;

/** A record on the command topic. */
export interface CommandRecord extends InboundRecord {
  readonly topic: 'commands';
  /** Scheduler time of its delivery, milliseconds. */
  readonly deliveredAtMs: number;
  /** It repeats an earlier one. */
  readonly isRedelivery: boolean;
}

/** What is put on the topic. */
export interface NewRecord {
  readonly partition: number;
  readonly key: string | null;
  readonly value: Uint8Array | null;
  readonly headers: Headers;
  readonly isRedelivery: boolean;
  /** Default: the next one. */
  readonly offset?: number | undefined;
}

/** The records of the command topic, its committed offsets, and who reads which partition. */
export class CommandTopic {
  readonly #records = new Map<number, CommandRecord[]>();
  readonly #committed = new Map<number, number>();
  readonly #owners = new Map<number, string>();
  readonly #changed = new Set<() => void>();

  /** Appends a record; offsets may have gaps. */
  put(record: NewRecord, atMs: number, wallMs: number): CommandRecord {
    const all = this.#records.get(record.partition) ?? [];
    this.#records.set(record.partition, all);
    const next = (all.at(-1)?.offset ?? -1) + 1;
    const offset = Math.max(next, record.offset ?? next);
    const { partition, key, value, headers, isRedelivery } = record;
    const stored: CommandRecord = {
      topic: 'commands',
      partition,
      offset,
      key,
      value: value === null ? null : Uint8Array.from(value),
      headers: { ...headers },
      timestampMs: wallMs,
      deliveredAtMs: atMs,
      isRedelivery,
    };
    all.push(stored);
    this.wake();
    return stored;
  }

  /** Records of a partition from an offset on. */
  from(partition: number, offset: number): readonly CommandRecord[] {
    return (this.#records.get(partition) ?? []).filter((record) => record.offset >= offset);
  }

  /** Every record, in order of delivery within a partition. */
  get all(): readonly CommandRecord[] {
    return [...this.#records.values()].flat();
  }

  /** The first offset that is not committed. */
  committed(partition: number): number {
    return this.#committed.get(partition) ?? 0;
  }

  /** Sets the committed offset, back too. */
  setCommitted(partition: number, next: number): void {
    this.#committed.set(partition, next);
  }

  /** Every delivered record lies before its partition's committed offset. */
  isCommitted(record: CommandRecord): boolean {
    return record.offset < this.committed(record.partition);
  }

  owner(partition: number): string | null {
    return this.#owners.get(partition) ?? null;
  }

  /** Gives a partition to a process, or takes it from everybody. */
  assign(partition: number, owner: string | null): void {
    if (owner === null) this.#owners.delete(partition);
    else this.#owners.set(partition, owner);
    this.wake();
  }

  /** Resolves at the next change, or when `signal` aborts. */
  change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#changed.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#changed.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Something may be new. */
  wake(): void {
    for (const done of [...this.#changed]) done();
  }
}
