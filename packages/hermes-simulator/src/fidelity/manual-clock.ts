import type { SimulatorClock } from '../clock.js';

interface Timer {
  readonly dueAt: number;
  readonly order: number;
  readonly fn: () => void;
}

/** Loop turns that let bytes written on loopback reach their reader: write, poll, parse, handler, and back. */
const SETTLE_TURNS = 12;

/** Lets pending I/O and promises of this process run, without any simulated time passing. */
export async function settle(turns = SETTLE_TURNS): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that only moves when told to, so that a test does not depend on how fast the machine is. */
export class ManualClock implements SimulatorClock {
  #now: number;
  #timers: Timer[] = [];
  #order = 0;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, fn: () => void): () => void {
    this.#order += 1;
    const timer: Timer = { dueAt: this.#now + Math.max(0, ms), order: this.#order, fn };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves on by `ms`, firing what is due in order and letting I/O settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.until(() => false, end);
    this.#now = end;
    await settle();
  }

  /** Fires timers until `done` holds or the next one is due after `limit` (absolute ms); returns whether it holds. */
  async until(done: () => boolean, limit: number): Promise<boolean> {
    await settle();
    while (!done()) {
      const next = this.#timers
        .filter((timer) => timer.dueAt <= limit)
        .sort((a, b) => a.dueAt - b.dueAt || a.order - b.order)[0];
      if (next === undefined) return false;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.dueAt);
      next.fn();
      await settle();
    }
    return true;
  }
}
