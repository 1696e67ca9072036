import type { Timers } from '@aip-hermes/connector';
import type { EventLog, SubscriptionBatch } from '@aip-hermes/event-log';
import type { HermesTransport } from '@aip-hermes/hermes-client';

/**
 * The edge of one process: after `cut`, nothing it asked for is ever answered and none of its timers fires, as when
 * a process is killed. What had reached the other side before stays done.
 */
export class Edge {
  readonly #timers = new Set<() => void>();
  #dead = false;

  /** Kills. */
  cut(): void {
    this.#dead = true;
  }

  /** Whether it is dead. */
  get isCut(): boolean {
    return this.#dead;
  }

  /** Timers the process waits for now. */
  get timersWaiting(): number {
    return this.#timers.size;
  }

  /** The answer, unless the process is dead by then. */
  answer<T>(call: () => Promise<T>): Promise<T> {
    if (this.#dead) return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      call().then(
        (value) => {
          if (!this.#dead) resolve(value);
        },
        (error: unknown) => {
          if (!this.#dead) reject(error instanceof Error ? error : new Error('not an error was thrown'));
        },
      );
    });
  }

  timers(timers: Timers): Timers {
    return {
      after: (ms, run) => {
        const fired = (): void => {
          this.#timers.delete(fired);
          if (!this.#dead) run();
        };
        this.#timers.add(fired);
        const cancel = timers.after(ms, fired);
        return () => {
          this.#timers.delete(fired);
          cancel();
        };
      },
    };
  }

  log(log: EventLog): EventLog {
    return {
      maxAppendBytes: log.maxAppendBytes,
      append: (stream, expected, events) => this.answer(() => log.append(stream, expected, events)),
      read: (stream, options) => this.answer(() => log.read(stream, options)),
      subscribe: (options) => this.#items(log.subscribe(options)),
      head: () => this.answer(() => log.head()),
      identity: () => this.answer(() => log.identity()),
      setRetention: (stream, retention) => this.answer(() => log.setRetention(stream, retention)),
      close: () => Promise.resolve(),
    };
  }

  transport(transport: HermesTransport): HermesTransport {
    return {
      request: (request) => this.answer(() => transport.request(request)),
      close: () => Promise.resolve(),
    };
  }

  #items(items: AsyncIterable<SubscriptionBatch>): AsyncIterable<SubscriptionBatch> {
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = items[Symbol.asyncIterator]();
        return {
          next: () => this.answer(() => iterator.next()),
          return: () =>
            this.answer(() => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined })),
        };
      },
    };
  }
}
