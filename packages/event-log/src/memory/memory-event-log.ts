import { checkAppend, checkStream, DEFAULT_MAX_APPEND_BYTES } from '../check-append.js';
import { checkRead, checkRetention } from '../check-options.js';
import { CommitSignal } from '../commit-signal.js';
import { decideAppend } from '../decide-append.js';
import { LogUnavailable } from '../errors.js';
import type {
  AppendOutcome,
  EventLog,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  RecordedEvent,
  Retention,
  SubscribeOptions,
  SubscriptionBatch,
} from '../port.js';
import { formatPosition } from '../position.js';
import { type Page, subscribePages } from '../subscribe-pages.js';
import type { AppendFaults } from './append-faults.js';
import { MemoryStream } from './memory-stream.js';

/** Events of one subscription batch at most. */
const PAGE_EVENTS = 1_000;

/** Settings of a log in memory. */
export interface MemoryEventLogOptions {
  /** Milliseconds, for `maxAgeMs`; default: a clock that stands at 0, so nothing ages. */
  readonly now?: (() => number) | undefined;
  /** Default `DEFAULT_MAX_APPEND_BYTES`. */
  readonly maxAppendBytes?: number | undefined;
  readonly faults?: AppendFaults | undefined;
  /** What `identity` answers. Default `memory-1`, `memory-2` and so on, in the order the process creates them. */
  readonly identity?: string | undefined;
}

let created = 0;

/**
 * A log that lives in memory: deterministic, without timers or an ambient clock; appends take effect in the order
 * they were called (unless a fault holds one) and answer within microtasks. For tests and simulations.
 */
export function createMemoryEventLog(options: MemoryEventLogOptions = {}): EventLog {
  return new MemoryEventLog(options);
}

class MemoryEventLog implements EventLog {
  readonly maxAppendBytes: number;
  readonly #now: () => number;
  readonly #faults: AppendFaults;
  readonly #identity: string;
  readonly #streams = new Map<string, MemoryStream>();
  /** Index = position - 1; a hole is an event that retention dropped. */
  readonly #all: (RecordedEvent | undefined)[] = [];
  readonly #grown = new CommitSignal();
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: MemoryEventLogOptions) {
    this.maxAppendBytes = options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES;
    this.#now = options.now ?? (() => 0);
    this.#faults = options.faults ?? {};
    created += 1;
    this.#identity = options.identity ?? `memory-${created}`;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    this.#assertOpen();
    checkAppend(stream, expected, events, this.maxAppendBytes);
    const work = this.#appendWithFaults(stream, expected, events);
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    this.#assertOpen();
    checkRead(options);
    const found = this.#streams.get(stream);
    if (found === undefined) return [];
    this.#trim(found);
    return found.read(options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    this.#assertOpen();
    const types = new Set(options.types);
    return subscribePages(
      {
        page: (after) => this.#page(after, types),
        changed: (after, signal) =>
          this.#all.length > after || this.#closed ? Promise.resolve() : this.#grown.wait(signal),
        breathe: () => Promise.resolve(),
        isClosed: () => this.#closed,
      },
      options,
    );
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async head(): Promise<Position | null> {
    this.#assertOpen();
    return this.#all.length === 0 ? null : formatPosition(this.#all.length);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async identity(): Promise<string> {
    this.#assertOpen();
    return this.#identity;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
  async setRetention(stream: string, retention: Retention): Promise<void> {
    this.#assertOpen();
    checkStream(stream);
    checkRetention(retention);
    const found = this.#stream(stream);
    found.retention = { ...retention };
    this.#trim(found);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#underWay);
    this.#grown.notify();
  }

  async #appendWithFaults(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    const before = this.#faults.beforeAppend?.(stream, events);
    if (before !== undefined) await before;
    const outcome = this.#write(stream, expected, events);
    const after = this.#faults.afterAppend?.(stream, events, outcome);
    if (after !== undefined) await after;
    return outcome;
  }

  #write(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): AppendOutcome {
    const decision = decideAppend(expected, events, this.#streams.get(stream) ?? new MemoryStream());
    if (decision.kind !== 'write') return decision;
    const target = this.#stream(stream);
    const recordedMs = this.#now();
    for (const { id, type, data, metadata } of events) {
      const position = this.#all.length + 1;
      const revision = target.last + 1;
      const event = { stream, revision, position: formatPosition(position), id, type, data, metadata };
      this.#all.push(event);
      target.push({ event, position, recordedMs });
    }
    this.#trim(target);
    this.#grown.notify();
    return { kind: 'appended', revision: target.last, position: formatPosition(this.#all.length) };
  }

  #page(after: number, types: ReadonlySet<string>): Page {
    const events: RecordedEvent[] = [];
    let position = after;
    while (position < this.#all.length && events.length < PAGE_EVENTS) {
      const event = this.#all[position];
      if (event !== undefined && types.has(event.type)) events.push(event);
      position += 1;
    }
    return { events, position, caughtUp: position >= this.#all.length };
  }

  #stream(name: string): MemoryStream {
    const found = this.#streams.get(name) ?? new MemoryStream();
    this.#streams.set(name, found);
    return found;
  }

  #trim(stream: MemoryStream): void {
    for (const dropped of stream.trim(this.#now())) this.#all[dropped.position - 1] = undefined;
  }

  #assertOpen(): void {
    if (this.#closed) throw new LogUnavailable('The event log is closed.');
  }
}
