import {
  actionIdOfBindingStream,
  foldBinding,
  isTerminal,
  publishableMessages,
  type BindingState,
} from '@aip-hermes/binding';
import type { EventLog, RecordedEvent } from '@aip-hermes/event-log';
import { memberAt } from '../../points/member-at.js';
import type { Scheduler } from './scheduler.js';

/** An event and when it was written. */
export interface IndexedEvent {
  readonly row: RecordedEvent;
  /** Scheduler time, milliseconds. */
  readonly atMs: number;
}

/**
 * What stands in the log, followed append by append, so that conditions can be looked at after each of them. Nothing that
 * the product sees comes from here.
 */
export class LogIndex {
  readonly #scheduler: Scheduler;
  readonly #maxMessageBytes: number;
  #streams = new Map<string, IndexedEvent[]>();
  #bindings = new Map<string, BindingState>();
  #decided = new Map<string, number>();
  #messages = 0;

  constructor(scheduler: Scheduler, maxMessageBytes: number) {
    this.#scheduler = scheduler;
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Takes over what is new in a stream. */
  async refresh(store: EventLog, stream: string): Promise<void> {
    const known = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, known);
    const next = (known.at(-1)?.row.revision ?? -1) + 1;
    const rows = await store.read(stream, { from: next });
    for (const row of rows) if (row.revision > (known.at(-1)?.row.revision ?? -1)) this.#take(known, row);
  }

  /** Begins again with what a log holds after a part of it was lost. */
  async rebuild(store: EventLog): Promise<void> {
    const streams = [...this.#streams.keys()];
    this.#streams = new Map();
    this.#bindings = new Map();
    this.#decided = new Map();
    this.#messages = 0;
    for (const stream of streams) await this.refresh(store, stream);
  }

  /** Events of a stream, oldest first. */
  stream(name: string): readonly IndexedEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Every event, stream by stream. */
  get events(): readonly IndexedEvent[] {
    return [...this.#streams.values()].flat();
  }

  /** The folded binding of an Action. */
  binding(actionId: string): BindingState | null {
    return this.#bindings.get(actionId) ?? null;
  }

  /** Actions with a binding. */
  get actions(): readonly string[] {
    return [...this.#bindings.keys()];
  }

  /** Actions whose binding has not ended. */
  get open(): readonly string[] {
    return this.actions.filter((id) => {
      const state = this.#bindings.get(id);
      return state !== undefined && !isTerminal(state.binding.status);
    });
  }

  /** When the log first held the decision on a message, scheduler time; null: it does not. */
  decidedAt(messageId: string): number | null {
    return this.#decided.get(messageId) ?? null;
  }

  /** Messages that everything in the log yields. */
  get messages(): number {
    return this.#messages;
  }

  #take(known: IndexedEvent[], row: RecordedEvent): void {
    const atMs = this.#scheduler.monotonic();
    known.push({ row, atMs });
    const action = actionIdOfBindingStream(row.stream);
    if (action !== null) {
      const state = foldBinding([row], this.#bindings.get(action) ?? null);
      if (state !== null) this.#bindings.set(action, state);
    }
    const cause = memberAt(row.metadata, ['$causationId']);
    if (typeof cause === 'string' && !this.#decided.has(cause)) this.#decided.set(cause, atMs);
    const publication = publishableMessages(row, this.#maxMessageBytes);
    if (publication.kind === 'messages') this.#messages += publication.messages.length;
  }
}
