import type { SimulatorClock } from '../clock.js';

/** What a reader gets: a frame's text, the end mark, or nothing for the whole wait. */
export type QueueItem =
  { readonly kind: 'frame'; readonly text: string } | { readonly kind: 'end' } | { readonly kind: 'nothing' };

/** Most bytes a run may have waiting for its reader; the real server has no bound (5.2/8). */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

type Waiter = (item: QueueItem) => void;

/**
 * The one queue of a run (5.2): each item goes to one reader, the one that has waited longest;
 * so two readers get alternate events and only one of them the end mark.
 */
export class EventQueue {
  readonly #clock: SimulatorClock;
  readonly #items: QueueItem[] = [];
  readonly #waiters: Waiter[] = [];
  readonly #limit: number;
  #bytes = 0;

  constructor(clock: SimulatorClock, limitBytes = MAX_WAITING_BYTES) {
    this.#clock = clock;
    this.#limit = limitBytes;
  }

  /**
   * Appends an item, or hands it to the longest waiting reader. A frame that would pass the bound is dropped, the end
   * mark never.
   */
  put(item: QueueItem): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter(item);
      return;
    }
    if (item.kind === 'frame') {
      if (this.#bytes + item.text.length > this.#limit) return;
      this.#bytes += item.text.length;
    }
    this.#items.push(item);
  }

  /** Takes the next item; resolves with `nothing` after `timeoutMs` without one. */
  take(timeoutMs: number): Promise<QueueItem> {
    const item = this.#items.shift();
    if (item !== undefined) {
      if (item.kind === 'frame') this.#bytes -= item.text.length;
      return Promise.resolve(item);
    }
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
