import type { Clock, Timers } from '@aip-hermes/connector';

interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Where virtual time begins. */
export const EPOCH_MS = Date.UTC(2026, 6, 9);

/**
 * Clock and timers that move only when told to: everything that is ready is done first, then time jumps to the next
 * timer. The same program gives the same order of things every time.
 */
export class VirtualClock implements Clock, Timers {
  #elapsed = 0;
  #order = 0;
  readonly #due = new Set<Due>();

  now(): number {
    return EPOCH_MS + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, run: () => void): () => void {
    const due: Due = { at: this.#elapsed + Math.max(0, ms), order: (this.#order += 1), run };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }

  /** Timers that wait now. */
  get waiting(): number {
    return this.#due.size;
  }

  /** Time that passes while nobody gets to do anything: timers that fall due in it fire later. */
  skip(ms: number): void {
    this.#elapsed += ms;
  }

  /** Lets everything that is ready happen, then jumps from timer to timer until `until` holds. */
  async runUntil(until: () => boolean, limitMs = 7_200_000): Promise<void> {
    const end = this.#elapsed + limitMs;
    for (;;) {
      await quiet();
      if (until()) return;
      const next = this.#next();
      if (next === null) throw new Error(`nothing is ready and nothing is due at ${this.#elapsed} ms`);
      if (next.at > end) throw new Error(`the condition did not hold within ${limitMs} ms of virtual time`);
      this.#fire(next);
    }
  }

  /** Runs for exactly this long. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await quiet();
      const next = this.#next();
      if (next === null || next.at > end) break;
      this.#fire(next);
    }
    this.#elapsed = Math.max(this.#elapsed, end);
    await quiet();
  }

  #fire(due: Due): void {
    this.#due.delete(due);
    this.#elapsed = Math.max(this.#elapsed, due.at);
    due.run();
  }

  #next(): Due | null {
    let next: Due | null = null;
    for (const due of this.#due) {
      if (next === null || due.at < next.at || (due.at === next.at && due.order < next.order)) next = due;
    }
    return next;
  }
}

/** Resolves when every promise reaction that is ready has run. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
