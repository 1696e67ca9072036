import type { SimulatorClock } from '../clock.js';

/** What a reader gets: a frame's text, the end mark, or nothing for the whole wait. */
export type QueueItem =
  { readonly kind: 'frame'; readonly text: string } | { readonly kind: 'end' } | { readonly kind: 'nothing' };

type Waiter = (item: QueueItem) => void;

/**
 * The one unbounded queue of a run (5.2): each item goes to one reader, the one that has waited longest;
 * so two readers get alternate events and only one of them the end mark.
 */
export class EventQueue {
  readonly #clock: SimulatorClock;
  readonly #items: QueueItem[] = [];
  readonly #waiters: Waiter[] = [];

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /** Appends an item, or hands it to the longest waiting reader. */
  put(item: QueueItem): void {
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#items.push(item);
    else waiter(item);
  }

  /** Takes the next item; resolves with `nothing` after `timeoutMs` without one. */
  take(timeoutMs: number): Promise<QueueItem> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve) => {
      const waiter: Waiter = (next) => {
        cancel();
        resolve(next);
      };
      const cancel = this.#clock.after(timeoutMs, () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve({ kind: 'nothing' });
      });
      this.#waiters.push(waiter);
    });
  }
}
