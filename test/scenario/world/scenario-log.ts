import { actionIdOfBindingStream } from '@aip-hermes/binding';
import {
  AmbiguousAppend,
  AppendTooLarge,
  LogUnavailable,
  type AppendOutcome,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type SubscribeOptions,
  type SubscriptionBatch,
} from '@aip-hermes/event-log';
import { sequencesIn } from '../../points/sequences-in.js';
import { LogFaults, type LogCall, type LogFault } from './log-faults.js';
import type { LogIndex } from './log-index.js';
import type { ProcessEdge } from './process-edge.js';
import type { Settings } from './settings.js';
import type { Scheduler } from './scheduler.js';

/** After so long without an answer a call to the log ends by itself, milliseconds. */
const CALL_DEADLINE_MS = 10_000;

/** How the log of a scenario is set up. */
export interface ScenarioLogOptions {
  readonly scheduler: Scheduler;
  readonly index: LogIndex;
  readonly settings: Pick<Settings, 'maxAppendBytes' | 'countsMetadata'>;
  /** An append was written or a read was answered. */
  readonly happened: () => void;
}

/** An append as the log saw it. */
export interface SeenAppend {
  readonly instance: string;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly bytes: number;
  readonly refused: boolean;
}

/** An append that a race may hold back. */
interface AppendToHold {
  readonly stream: string;
  readonly edge: ProcessEdge;
}

/** Says how long an append is held before it reaches the log. */
export type AppendHold = (append: AppendToHold) => Promise<void> | null;

/**
 * The log of a scenario: a real adapter's storage behind the edge of each process, with faults, a record of what was
 * appended, and answers in the order of the scheduler. `store` may be exchanged (a power cut).
 */
export class ScenarioLog {
  readonly faults: LogFaults;
  readonly appends: SeenAppend[] = [];
  store: EventLog;
  /** Set by a race. */
  hold: AppendHold = () => null;
  readonly #options: ScenarioLogOptions;
  readonly #awaited = new Map<ProcessEdge, number>();

  constructor(store: EventLog, options: ScenarioLogOptions) {
    this.store = store;
    this.#options = options;
    this.faults = new LogFaults(options.scheduler);
  }

  /** The log as one process sees it. */
  portFor(edge: ProcessEdge): EventLog {
    const reading = <T>(work: () => Promise<T>, stream: string | null = null): Promise<T> =>
      this.#pending(edge, () => edge.call(() => this.#read(edge, stream, work)));
    return {
      maxAppendBytes: this.#options.settings.maxAppendBytes,
      append: (stream, expected, events) =>
        this.#pending(edge, () => edge.call(() => this.#append(edge, stream, expected, events))),
      read: (stream, options) => reading(() => this.store.read(stream, options), stream),
      subscribe: (options) => this.#subscribe(edge, options),
      head: () => reading(() => this.store.head()),
      identity: () => reading(() => this.store.identity()),
      setRetention: (stream, retention) => reading(() => this.store.setRetention(stream, retention)),
      close: () => Promise.resolve(),
    };
  }

  /** Whether a process waits for an append or a read. */
  isAwaitedBy(edge: ProcessEdge): boolean {
    return (this.#awaited.get(edge) ?? 0) > 0;
  }

  async #pending<T>(edge: ProcessEdge, call: () => Promise<T>): Promise<T> {
    const count = (by: number): unknown => this.#awaited.set(edge, (this.#awaited.get(edge) ?? 0) + by);
    count(1);
    try {
      return await call();
    } finally {
      count(-1);
    }
  }

  async #append(
    edge: ProcessEdge,
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    const bytes = this.#bytesOf(events);
    const refused = bytes > this.#options.settings.maxAppendBytes;
    this.appends.push({ instance: edge.name, stream, expected, bytes, refused });
    const call: LogCall = {
      on: 'append',
      instance: edge.name,
      action: actionIdOfBindingStream(stream),
      events,
      sequences: sequencesIn(events),
    };
    const write = (): Promise<AppendOutcome> => this.#write(stream, expected, events);
    const fault = this.faults.hit(call);
    const held = this.hold({ stream, edge });
    if (held !== null) await held;
    if (edge.state === 'dead') return new Promise(() => undefined);
    if (fault === null) {
      if (refused) throw new AppendTooLarge(bytes, this.#options.settings.maxAppendBytes);
      return write();
    }
    return faultyAppend(edge, fault, write, () => this.#conflict(stream));
  }

  async #write(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    const outcome = await this.store.append(stream, expected, events);
    if (outcome.kind === 'appended') await this.#options.index.refresh(this.store, stream);
    this.#options.happened();
    return outcome;
  }

  async #conflict(stream: string): Promise<AppendOutcome> {
    const [last] = await this.store.read(stream, { direction: 'backwards', limit: 1 });
    return { kind: 'conflict', actual: last === undefined ? 'no_stream' : last.revision };
  }

  async #read<T>(edge: ProcessEdge, stream: string | null, work: () => Promise<T>): Promise<T> {
    const action = stream === null ? null : actionIdOfBindingStream(stream);
    const fault = this.faults.hit({ on: 'read', instance: edge.name, action, events: [], sequences: [] });
    if (fault !== null) await failRead(edge, fault);
    return work();
  }

  #subscribe(edge: ProcessEdge, options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    return {
      [Symbol.asyncIterator]: () => {
        const stopped = new AbortController();
        const stop = (): void => stopped.abort();
        const signal = AbortSignal.any([options.signal, edge.killed, stopped.signal]);
        const items = this.store.subscribe({ ...options, signal })[Symbol.asyncIterator]();
        let isFirst = true;
        return {
          next: () =>
            // Whoever appended hears of it before those who follow the log.
            edge.call(async () => {
              if (isFirst) await this.#opened(edge);
              isFirst = false;
              return this.#next(items, stop);
            }, 1),
          return: async () => {
            stop();
            return Promise.resolve({ done: true, value: undefined });
          },
        };
      },
    };
  }

  async #opened(edge: ProcessEdge): Promise<void> {
    const call = { on: 'subscribe', instance: edge.name, action: null, events: [], sequences: [] } as const;
    const fault = this.faults.hit(call);
    if (fault !== null) await failRead(edge, fault);
  }

  /** The next batch, unless a fault that lasts begins while it is waited for. */
  #next(
    items: AsyncIterator<SubscriptionBatch>,
    stop: () => void,
  ): Promise<IteratorResult<SubscriptionBatch>> {
    return new Promise((resolve, reject) => {
      const leave = this.faults.onWindow(({ step }) => {
        if (step.on !== 'any' && step.on !== 'subscribe') return;
        leave();
        stop();
        reject(new LogUnavailable('scripted: the subscription ended'));
      });
      items.next().then(
        (item) => {
          leave();
          resolve(item);
        },
        (error: unknown) => {
          leave();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  #bytesOf(events: readonly NewEvent[]): number {
    const size = (text: string): number => Buffer.byteLength(text, 'utf8');
    return events.reduce((sum, { id, type, data, metadata }) => {
      const rest = this.#options.settings.countsMetadata ? size(metadata) + size(type) + size(id) : 0;
      return sum + size(data) + rest;
    }, 0);
  }
}

/** What the caller of an append sees of a fault (cases section 6, `store`). */
async function faultyAppend(
  edge: ProcessEdge,
  { step }: LogFault,
  write: () => Promise<AppendOutcome>,
  conflict: () => Promise<AppendOutcome>,
): Promise<AppendOutcome> {
  const { delayMs = 0 } = step;
  const commits = step.committed ?? step.reply === 'ok';
  if (step.reply === 'timeout') {
    const deadline = edge.wireAfter(CALL_DEADLINE_MS);
    if (commits) void arrive(edge, delayMs, write);
    await deadline;
    throw new AmbiguousAppend('scripted: no answer within the deadline');
  }
  const outcome = await arrive(edge, delayMs, commits ? write : conflict);
  switch (step.reply) {
    case 'ok':
      return outcome;
    case 'wrong-expected':
      return conflict();
    case 'unavailable':
      // Who was told so cannot know whether it was written; only when it was not, the port says so.
      if (commits) throw new AmbiguousAppend('scripted: unavailable after the write');
      throw new LogUnavailable('scripted: unavailable');
  }
}

async function arrive<T>(edge: ProcessEdge, delayMs: number, work: () => Promise<T>): Promise<T> {
  if (delayMs > 0) await edge.wireAfter(delayMs);
  return work();
}

async function failRead(edge: ProcessEdge, { step }: LogFault): Promise<void> {
  if (step.reply === 'timeout') {
    await edge.wireAfter(CALL_DEADLINE_MS);
    throw new LogUnavailable('scripted: no answer within the deadline');
  }
  if (step.delayMs !== undefined) await edge.wireAfter(step.delayMs);
  if (step.reply === 'unavailable') throw new LogUnavailable('scripted: unavailable');
}
