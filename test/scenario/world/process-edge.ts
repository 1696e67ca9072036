import type { Timers } from '@aip-hermes/connector';
import type { Owner } from './owner.js';
import type { Scheduler } from './scheduler.js';

/**
 * Where a process meets everything else. Each call goes out, is carried out and is answered as things of their own in the
 * order of the scheduler. A paused process is answered when it goes on; of a killed one nothing arrives any more and
 * nothing is answered.
 */
export class ProcessEdge implements Owner {
  readonly name: string;
  readonly #scheduler: Scheduler;
  /** What is on its way out: a pause does not stop it, a kill does. */
  readonly #wire: Owner;
  readonly #killed = new AbortController();
  #state: Owner['state'] = 'running';

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.#scheduler = scheduler;
    const isDead = (): boolean => this.#state === 'dead';
    this.#wire = {
      get state() {
        return isDead() ? 'dead' : 'running';
      },
    };
  }

  get state(): Owner['state'] {
    return this.#state;
  }

  /** What the process has sent and what is done for it elsewhere. */
  get wire(): Owner {
    return this.#wire;
  }

  /** Aborts at the kill: its sockets close. */
  get killed(): AbortSignal {
    return this.#killed.signal;
  }

  kill(): void {
    this.#state = 'dead';
    this.#killed.abort();
  }

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#scheduler.resumed(this);
  }

  /** Sends a call out and answers it with what it comes to; `hops`: so many things later than others that are ready. */
  call<T>(perform: () => Promise<T>, hops = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#scheduler.ready(this.#wire, () => {
        // In a promise of its own: what is thrown at once is an answer too.
        Promise.resolve()
          .then(perform)
          .then(
            (value) => this.#answer(hops, () => resolve(value)),
            (error: unknown) =>
              this.#answer(hops, () => reject(error instanceof Error ? error : new Error(String(error)))),
          );
      });
    });
  }

  /** Lets a promise of this process resolve in its turn. */
  answer(resolve: () => void): void {
    this.#answer(0, resolve);
  }

  /** Lets something elsewhere that is done for the process happen in its turn. */
  pass(resolve: () => void): void {
    this.#scheduler.ready(this.#wire, resolve);
  }

  /** Timers of the process; they stand still with it. */
  get timers(): Timers {
    return { after: (ms, run) => this.#scheduler.dueFor(this, ms, run) };
  }

  /** A wait of what works for the process elsewhere: goes on while it is paused. */
  wireAfter(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#scheduler.dueFor(this.#wire, ms, resolve);
    });
  }

  #answer(hops: number, run: () => void): void {
    if (hops === 0) this.#scheduler.ready(this, run);
    else this.#scheduler.ready(this.#wire, () => this.#answer(hops - 1, run));
  }
}
