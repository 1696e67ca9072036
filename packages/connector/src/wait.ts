import { onAbort } from './on-abort.js';
import type { Timers } from './ports.js';

/** Resolves after `ms` milliseconds, or at once when `signal` aborts; says which. Leaves no listener behind. */
export function wait(timers: Timers, ms: number, signal: AbortSignal): Promise<'elapsed' | 'aborted'> {
  if (signal.aborted) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    const stay = onAbort(signal, () => {
      cancel();
      resolve('aborted');
    });
    const cancel = timers.after(ms, () => {
      stay();
      resolve('elapsed');
    });
  });
}

/** Doubling delays with an upper bound, milliseconds. */
export class BackOff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  /** The delay to wait now; the one after it is twice as long, at most the bound. */
  next(): number {
    const delay = this.#nextMs;
    this.#nextMs = Math.min(delay * 2, this.#maxMs);
    return delay;
  }

  /** Starts again with the first delay. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
