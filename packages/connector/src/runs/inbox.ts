/**
 * What happens to one observed run, in order, for its single reader. The producer of stream reads waits while the
 * inbox is full, so that a fast provider is slowed down instead of filling memory (G13).
 */
export class Inbox<T> {
  readonly #limit: number;
  readonly #items: T[] = [];
  #wake: (() => void) | null = null;
  #room: (() => void) | null = null;
  #closed = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds an item; resolves when there is room for the next one. One producer may wait at a time. */
  put(item: T): Promise<void> {
    this.post(item);
    if (this.#items.length < this.#limit || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#room = resolve;
    });
  }

  /** Adds an item without waiting; for rare small signals (timers). */
  post(item: T): void {
    if (this.#closed) return;
    this.#items.push(item);
    this.#wake?.();
    this.#wake = null;
  }

  /** All items that are there; waits for the first one. Empty only when closed. */
  async take(): Promise<readonly T[]> {
    if (this.#items.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.takeNow();
  }

  /** All items that are there; empty when there are none. */
  takeNow(): readonly T[] {
    const items = this.#items.splice(0);
    this.#room?.();
    this.#room = null;
    return items;
  }

  /** Ends it: a waiting producer goes on, later items are dropped. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
    this.#room?.();
    this.#wake = null;
    this.#room = null;
  }
}
