import { setMaxListeners } from 'node:events';
import type { ClientTimers } from './timers.js';

/**
 * One exchange's way out: the caller's signal and one time-out at a time feed one abort signal, and `end`
 * always aborts it, so that an answer whose body nobody reads cannot hold a connection.
 */
export class ExchangeGuard {
  readonly #timers: ClientTimers;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #onCallerAbort = (): void => this.#stop('caller');
  #cancelTimer: (() => void) | null = null;
  #stoppedBy: 'caller' | 'time' | null = null;

  constructor(caller: AbortSignal, timers: ClientTimers) {
    this.#caller = caller;
    this.#timers = timers;
    if (caller.aborted) this.#stop('caller');
    else {
      // Every guard takes its listener away again, so many of them on one signal are no leak to warn of.
      setMaxListeners(0, caller);
      caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    }
  }

  /** Hand this to the transport. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Who gave the exchange up, or null. */
  get stoppedBy(): 'caller' | 'time' | null {
    return this.#stoppedBy;
  }

  /** Gives the exchange up `ms` milliseconds from now; replaces an earlier limit. */
  limit(ms: number): void {
    this.#after(ms, () => this.#stop('time'));
  }

  /**
   * The same, but the timer for all but the last `lastMs` (at most half) runs first: after a suspend a timer fires
   * before the socket is read, and an answer that has long been there must count.
   */
  limitInTwoSteps(ms: number, lastMs: number): void {
    const last = Math.min(lastMs, Math.floor(ms / 2));
    this.#after(ms - last, () => this.limit(last));
  }

  /** Takes the time-out away. */
  unlimited(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Ends the exchange and lets go of timer, listener and connection. Idempotent. */
  end(): void {
    this.unlimited();
    this.#caller.removeEventListener('abort', this.#onCallerAbort);
    this.#controller.abort();
  }

  #after(ms: number, run: () => void): void {
    this.unlimited();
    this.#cancelTimer = this.#timers.after(ms, run);
  }

  #stop(by: 'caller' | 'time'): void {
    if (this.#controller.signal.aborted) return;
    this.#stoppedBy = by;
    this.#controller.abort();
  }
}
