import { getEventListeners } from 'node:events';

/**
 * Counts the listeners of every abort signal of this thread while it watches: whichever signal lives longest, a leak
 * shows on it.
 */
export class ListenerWatch {
  readonly #allowed: () => number;
  /** The most listeners beyond what was allowed at that moment; negative when it never came near. */
  worst = Number.NEGATIVE_INFINITY;

  /** @param allowed Listeners that one signal may have at the moment. */
  constructor(allowed: () => number) {
    this.#allowed = allowed;
    const seen = (signal: AbortSignal): void => this.#seen(signal);
    const original: unknown = Reflect.get(EventTarget.prototype, 'addEventListener');
    if (typeof original !== 'function') throw new Error('abort signals have no listeners here');
    Reflect.set(
      AbortSignal.prototype,
      'addEventListener',
      function addEventListener(this: AbortSignal, ...args: readonly unknown[]): void {
        Reflect.apply(original, this, args);
        seen(this);
      },
    );
  }

  /** Looks no more. */
  stop(): void {
    Reflect.deleteProperty(AbortSignal.prototype, 'addEventListener');
  }

  #seen(signal: AbortSignal): void {
    this.worst = Math.max(this.worst, getEventListeners(signal, 'abort').length - this.#allowed());
  }
}
