import { AmbiguousAppend, LogUnavailable, type EventLog } from '@aip-hermes/event-log';
import { BusUnavailable } from '@aip-hermes/message-bus';
import type { MemoryEventLogOptions } from '@aip-hermes/event-log/memory';
import type { SeededRandom } from '../support/seeded-random.js';
import type { VirtualClock } from '../support/virtual-clock.js';
import type { WorldOptions } from '../support/world.js';
import { FaultWindows } from './fault-windows.js';
import type { DeathAtCall } from './sim-provider.js';
import type { SimSize } from './sim-size.js';
import type { Trace } from './trace.js';

const MINUTE_MS = 60_000;

type LogFault = 'slow' | 'slow_answer' | 'down' | 'not_written' | 'written';
type BusFault = 'slow' | 'down' | 'written';

/** Where a process can die, counted over the whole run. */
interface DeathPoint {
  readonly at: 'append' | 'call';
  readonly nth: number;
  readonly where: 'before' | 'after';
}

/** What the faults act on; filled when the world stands. */
export interface FaultTarget {
  readonly clock: VirtualClock;
  readonly trace: Trace;
  /** Counts process starts, so that nothing a dead process asked for is done later. */
  readonly generation: () => number;
  readonly kill: (where: string) => void;
}

/** The faults of one run, drawn once: log and bus windows, and the points at which processes die. */
export class Faults {
  readonly log: NonNullable<MemoryEventLogOptions['faults']>;
  readonly bus: NonNullable<WorldOptions['bus']>;
  #target: FaultTarget | null = null;
  readonly #logWindows: FaultWindows<LogFault>;
  readonly #busWindows: FaultWindows<BusFault>;
  readonly #random: SeededRandom;
  readonly #deaths: readonly DeathPoint[];
  #appends = 0;
  #calls = 0;
  #off = false;

  constructor(random: SeededRandom, { faultsMs, deaths }: SimSize) {
    this.#random = random;
    const logKinds = ['slow', 'slow_answer', 'down', 'not_written', 'written'] as const;
    this.#logWindows = new FaultWindows(
      random,
      logKinds,
      random.below(14 * Math.ceil(faultsMs / MINUTE_MS)),
      faultsMs,
    );
    this.#busWindows = new FaultWindows(
      random,
      ['slow', 'down', 'written'],
      random.below(7 * Math.ceil(faultsMs / MINUTE_MS)),
      faultsMs,
    );
    this.#deaths = Array.from({ length: random.below(deaths) }, () => ({
      at: random.pick(['append', 'call']),
      nth: 1 + random.below(faultsMs / 1_000),
      where: random.pick(['before', 'after']),
    }));
    this.log = {
      beforeAppend: () => this.#beforeAppend(),
      afterAppend: () => this.#afterAppend(),
    };
    this.bus = {
      beforeWrite: ({ port }) => (port === 'commandSink' ? undefined : this.#beforeWrite(port)),
      afterWrite: ({ port }) => (port === 'commandSink' ? undefined : this.#afterWrite(port)),
      wait: (ms, signal) => this.#wait(ms, signal),
      maxBatchRecords: 1 + random.below(8),
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
        const strikes = this.#logWindow();
        const fails = strikes === 'down' || (strikes !== null && this.#random.chance(0.2));
        if (fails) this.#fail('log:read_down', new LogUnavailable('simulated'));
        return log.read(stream, options);
      },
      subscribe: (options) => log.subscribe(options),
      head: () => log.head(),
      identity: () => log.identity(),
      setRetention: (stream, retention) => log.setRetention(stream, retention),
      close: () => log.close(),
    };
  }

  /** Counts a request and says whether the process dies at it. */
  deathAtCall(): DeathAtCall {
    this.#calls += 1;
    const point = this.#deathAt('call', this.#calls);
    if (point === undefined) return null;
    this.#aimed.kill(`call_${point.where}`);
    return point.where;
  }

  async #beforeAppend(): Promise<void> {
    this.#appends += 1;
    const { trace, generation, kill } = this.#aimed;
    const point = this.#deathAt('append', this.#appends);
    if (point?.where === 'before') {
      kill('append_before');
      return never();
    }
    const strikes = this.#logWindow();
    switch (strikes) {
      case 'slow': {
        const born = generation();
        trace.add('log:slow');
        await this.#pause(this.#random.below(800));
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

  async #afterAppend(): Promise<void> {
    const point = this.#deathAt('append', this.#appends);
    if (point?.where === 'after') this.#aimed.kill('append_after');
    const strikes = this.#logWindow();
    if (strikes === 'written') this.#fail('log:ambiguous_written', new AmbiguousAppend('simulated'));
    if (strikes === 'slow_answer') {
      this.#aimed.trace.add('log:slow_answer');
      await this.#pause(this.#random.below(800));
    }
  }

  async #beforeWrite(port: string): Promise<void> {
    const strikes = this.#busWindow();
    if (strikes === 'down') this.#fail('bus:down', new BusUnavailable('simulated'), port);
    if (strikes === 'slow') {
      this.#aimed.trace.add('bus:slow', port);
      await this.#pause(this.#random.below(800));
    }
  }

  async #afterWrite(port: string): Promise<void> {
    if (this.#busWindow() === 'written')
      this.#fail('bus:written_unsure', new BusUnavailable('simulated'), port);
  }

  #deathAt(at: DeathPoint['at'], nth: number): DeathPoint | undefined {
    return this.#off ? undefined : this.#deaths.find((point) => point.at === at && point.nth === nth);
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

/** What a dead process waits for. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
