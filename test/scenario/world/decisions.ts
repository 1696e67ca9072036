import type { InboundRecord } from '@aip-hermes/message-bus';
import { memberAt } from '../../points/member-at.js';
import type { CommandRecord } from './command-topic.js';
import type { LogIndex } from './log-index.js';
import type { ScenarioBus } from './scenario-bus.js';

/** Follows which delivered records are durably decided, and when. */
export class Decisions {
  readonly #index: LogIndex;
  readonly #bus: () => ScenarioBus;
  readonly #waiting = new Set<CommandRecord>();
  readonly #decidedAt = new Map<CommandRecord, number>();

  constructor(index: LogIndex, bus: () => ScenarioBus) {
    this.#index = index;
    this.#bus = bus;
  }

  /** A record was delivered. */
  add(record: CommandRecord): void {
    this.#waiting.add(record);
  }

  /** The log, a dead letter or a reply says what was decided on it; of a repeated record the first decision counts. */
  isDurable(record: InboundRecord): boolean {
    if (this.#bus().lettered.has(`${record.partition}/${record.offset}`)) return true;
    const id = messageIdOf(record);
    return id !== null && (this.#index.decidedAt(id) !== null || this.#bus().answered.has(id));
  }

  /** Looks at what waits. A redelivery is recognised once its offset is committed. */
  look(nowMs: number): void {
    for (const record of this.#waiting) {
      if (!this.isDurable(record)) continue;
      if (record.isRedelivery && !this.#bus().topic.isCommitted(record)) continue;
      this.#waiting.delete(record);
      this.#decidedAt.set(record, nowMs);
    }
  }

  /** Delivered records that are decided. */
  get count(): number {
    return this.#decidedAt.size;
  }

  /** Records that are not. */
  get open(): readonly CommandRecord[] {
    return [...this.#waiting];
  }

  /** From delivery to decision, the longest of all, milliseconds; records that never were decided are not in it. */
  get longestMs(): number {
    return Math.max(0, ...[...this.#decidedAt].map(([record, atMs]) => atMs - record.deliveredAtMs));
  }
}

/** The message id of a record, as far as it can be read. */
export function messageIdOf({ value }: InboundRecord): string | null {
  if (value === null) return null;
  const id = memberAt(new TextDecoder().decode(value), ['message_id']);
  return typeof id === 'string' ? id : null;
}
