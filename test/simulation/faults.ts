import {
  AmbiguousAppend,
  LogUnavailable,
  type AppendOutcome,
  type EventLog,
  type NewEvent,
  type SubscriptionBatch,
} from '@aip-hermes/event-log';
import type { MemoryEventLogOptions } from '@aip-hermes/event-log/memory';
import { BusUnavailable, type CommandSource } from '@aip-hermes/message-bus';
import type { SeededRandom } from '../support/seeded-random.js';
import type { VirtualClock } from '../support/virtual-clock.js';
import type { WorldOptions } from '../support/world.js';
import { FaultWindows } from './fault-windows.js';
import { never } from './never.js';
import type { SimSize } from './sim-size.js';
import type { Trace } from './trace.js';

const MINUTE_MS = 60_000;
const LONGEST_DELAY_MS = 800;
/** A batch is handled a second time by the same process this often while faults strike. */
const AGAIN = 0.05;

type LogFault = 'slow' | 'slow_answer' | 'down' | 'not_written' | 'written';
type BusFault = 'slow' | 'down' | 'written' | 'commit_lost';

/** What the faults act on; filled when the world stands. */
export interface FaultTarget {
  readonly clock: VirtualClock;
  readonly trace: Trace;
  /** Counts process starts, so that nothing a dead process asked for is done later. */
  readonly generation: () => number;
  /** Counts a passage; true when the process has just died at it. */
  readonly dies: (
    place:
      | 'append_before'
      | 'append_after'
      | 'read_before'
      | 'read_after'
      | 'subscription_after'
      | 'bus_before'
      | 'bus_after',
  ) => boolean;
  /** Events are in the log. */
  readonly appended: (stream: string, events: readonly NewEvent[], outcome: AppendOutcome) => void;
}

/** The faults of log and bus in one run, drawn once, and the awaits on both at which processes die. */
export class Faults {
  readonly log: NonNullable<MemoryEventLogOptions['faults']>;
  readonly bus: NonNullable<WorldOptions['bus']>;
  #target: FaultTarget | null = null;
  readonly #logWindows: FaultWindows<LogFault>;
  readonly #busWindows: FaultWindows<BusFault>;
  readonly #random: SeededRandom;
  #off = false;

  constructor(random: SeededRandom, { faultsMs }: SimSize) {
    this.#random = random;
    const minutes = Math.ceil(faultsMs / MINUTE_MS);
    const logKinds = ['slow', 'slow_answer', 'down', 'not_written', 'written'] as const;
    this.#logWindows = new FaultWindows(random, logKinds, random.below(14 * minutes), faultsMs);
    const busKinds = ['slow', 'down', 'written', 'commit_lost'] as const;
    this.#busWindows = new FaultWindows(random, busKinds, random.below(9 * minutes), faultsMs);
    this.log = {
      beforeAppend: () => this.#beforeAppend(),
      afterAppend: (stream, events, outcome) => this.#afterAppend(stream, events, outcome),
    };
    this.bus = {
      beforeWrite: ({ port }) => (port === 'commandSink' ? undefined : this.#beforeWrite(port)),
      afterWrite: ({ port }) => (port === 'commandSink' ? undefined : this.#afterWrite(port)),
      wait: (ms, signal) => this.#wait(ms, signal),
      maxBatchRecords: 1 + random.below(8),
      partitions: 1 + random.below(4),
    };
  }

  /** Says what to act on. */
  aim(target: FaultTarget): void {
    this.#target = target;
  }

  /** Nothing strikes any more. */
  stop(): void {
    this.#off = true;
  }

  /** Whether faults strike. */
  get on(): boolean {
    return !this.#off;
  }

  /** The log as a process sees it: reads fail while it is down. */
  seen(log: EventLog): EventLog {
    return {
      maxAppendBytes: log.maxAppendBytes,
      append: (stream, expected, events) => log.append(stream, expected, events),
      read: async (stream, options) => {
        const { dies } = this.#aimed;
        if (dies('read_before')) return never();
        const strikes = this.#logWindow();
        const fails = strikes === 'down' || (strikes !== null && this.#random.chance(0.2));
        if (fails) this.#fail('log:read_down', new LogUnavailable('simulated'));
        if (strikes === 'slow') {
          this.#aimed.trace.add('log:read_slow');
          await this.#pause(this.#random.below(LONGEST_DELAY_MS));
        }
        const rows = await log.read(stream, options);
        return dies('read_after') ? never() : rows;
      },
      subscribe: (options) => this.#subscription(log.subscribe(options)),
      head: () => {
        if (this.#logWindow() === 'down') this.#fail('log:head_down', new LogUnavailable('simulated'));
        return log.head();
      },
      identity: () => log.identity(),
      setRetention: (stream, retention) => log.setRetention(stream, retention),
      close: () => log.close(),
    };
  }

  /** The source as a process sees it: what it decided may not be kept, and a batch may come twice to the same process. */
  commands(source: CommandSource, decided: (partition: number, offset: number) => void): CommandSource {
    return {
      run: (handle, signal) =>
        source.run(async (batch) => {
          const seen = {
            ...batch,
            decided: (offset: number): void => {
              decided(batch.partition, offset);
              if (this.#busWindow() === 'commit_lost')
                this.#aimed.trace.add('bus:commit_lost', String(offset));
              else batch.decided(offset);
            },
          };
          await handle(seen);
          if (this.#off || !this.#random.chance(AGAIN)) return;
          this.#aimed.trace.add('bus:batch_again', `${batch.records.length} records`);
          await handle(seen);
        }, signal),
      close: () => source.close(),
    };
  }

  async *#subscription(batches: AsyncIterable<SubscriptionBatch>): AsyncIterable<SubscriptionBatch> {
    for await (const batch of batches) {
      if (this.#aimed.dies('subscription_after')) await never();
      if (this.#logWindow() === 'down') this.#fail('log:subscription_down', new LogUnavailable('simulated'));
      yield batch;
    }
  }

  async #beforeAppend(): Promise<void> {
    const { trace, generation, dies } = this.#aimed;
    if (dies('append_before')) return never();
    switch (this.#logWindow()) {
      case 'slow': {
        const born = generation();
        trace.add('log:slow');
        await this.#pause(this.#random.below(LONGEST_DELAY_MS));
        return born === generation() ? undefined : never();
      }
      case 'down':
        return this.#fail('log:append_down', new LogUnavailable('simulated'));
      case 'not_written':
        return this.#fail('log:ambiguous_not_written', new AmbiguousAppend('simulated'));
      default:
        return undefined;
    }
  }

  async #afterAppend(stream: string, events: readonly NewEvent[], outcome: AppendOutcome): Promise<void> {
    const { trace, dies, appended } = this.#aimed;
    appended(stream, events, outcome);
    if (dies('append_after')) return never();
    const strikes = this.#logWindow();
    if (strikes === 'written') this.#fail('log:ambiguous_written', new AmbiguousAppend('simulated'));
    if (strikes === 'slow_answer') {
      trace.add('log:slow_answer');
      await this.#pause(this.#random.below(LONGEST_DELAY_MS));
    }
  }

  async #beforeWrite(port: string): Promise<void> {
    if (this.#aimed.dies('bus_before')) return never();
    const strikes = this.#busWindow();
    if (strikes === 'down') this.#fail('bus:down', new BusUnavailable('simulated'), port);
    if (strikes === 'slow') {
      this.#aimed.trace.add('bus:slow', port);
      await this.#pause(this.#random.below(LONGEST_DELAY_MS));
    }
  }

  async #afterWrite(port: string): Promise<void> {
    if (this.#aimed.dies('bus_after')) return never();
    if (this.#busWindow() === 'written')
      this.#fail('bus:written_unsure', new BusUnavailable('simulated'), port);
  }

  #logWindow(): LogFault | null {
    return this.#off ? null : this.#logWindows.strike(this.#aimed.clock.monotonic());
  }

  #busWindow(): BusFault | null {
    return this.#off ? null : this.#busWindows.strike(this.#aimed.clock.monotonic());
  }

  #fail(kind: string, error: Error, text = ''): never {
    this.#aimed.trace.add(kind, text);
    throw error;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#aimed.clock.after(ms, resolve));
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#aimed.clock.after(ms, done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  get #aimed(): FaultTarget {
    if (this.#target === null) throw new Error('the faults have no target yet');
    return this.#target;
  }
}
