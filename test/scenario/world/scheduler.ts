import type { Clock, Timers } from '@aip-hermes/connector';
import { EPOCH_MS } from '../../support/virtual-clock.js';
import type { Owner } from './owner.js';

/** Something to be done. */
interface Item {
  readonly owner: Owner | null;
  readonly run: () => void;
}

interface Due extends Item {
  readonly at: number;
  readonly order: number;
}

/** Virtual time a running step may take, milliseconds. */
const LONGEST_STEP_MS = 7_200_000;

/** Real time it may take, milliseconds. */
const LONGEST_REAL_STEP_MS = 60_000;

/** Longest sleep in real time between two looks at what is ready, milliseconds. */
const REAL_PAUSE_MS = 5;

/** Things done in one running step at most: more is a circle that no clock ends. */
const MOST_THINGS = 1_000_000;

/** A running step cannot reach its condition. */
class Stuck extends Error {
  override readonly name = 'Stuck';
}

/** What the scheduler asks of its surroundings when nothing is ready. */
export interface SchedulerOptions {
  /** Turns of the event loop after which everything that was ready in the process has been done. */
  readonly turns?: number;
  /** Real sockets: resolves true when something became ready meanwhile, false when all is quiet. */
  readonly idle?: (isReady: () => boolean) => Promise<boolean>;
  /** The machine's clock; time passes instead of jumping. */
  readonly real?: boolean;
}

/**
 * Time and order of a scenario (cases section 3): what is ready is done in the order in which it became ready, one thing
 * at a time; only when nothing is ready the clock jumps to the next instant at which something is due.
 */
export class Scheduler implements Clock, Timers {
  readonly #options: SchedulerOptions;
  #ready: Item[] = [];
  readonly #due = new Set<Due>();
  readonly #startedAt = performance.now();
  #virtual = 0;
  #order = 0;

  constructor(options: SchedulerOptions = {}) {
    this.#options = options;
  }

  now(): number {
    return this.#options.real === true ? Date.now() : EPOCH_MS + this.#virtual;
  }

  monotonic(): number {
    return this.#options.real === true ? performance.now() - this.#startedAt : this.#virtual;
  }

  /** Puts something behind what is ready. Of a paused owner it waits for the resume, of a dead one it is dropped. */
  ready(owner: Owner | null, run: () => void): void {
    this.#ready.push({ owner, run });
  }

  after(ms: number, run: () => void): () => void {
    return this.dueFor(null, ms, run);
  }

  /** A timer of an owner: it counts only while the owner is neither dead nor paused. */
  dueFor(owner: Owner | null, ms: number, run: () => void): () => void {
    const at = this.monotonic() + Math.max(0, ms);
    const due: Due = { owner, at, order: (this.#order += 1), run };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }

  /** Something can be done without the clock. */
  get isReady(): boolean {
    return this.#ready.some(({ owner }) => owner === null || owner.state === 'running');
  }

  /** The owner goes on: what waited for it is ready again, behind what is ready now. */
  resumed(owner: Owner): void {
    const parked = this.#ready.filter((item) => item.owner === owner);
    this.#ready = [...this.#ready.filter((item) => item.owner !== owner), ...parked];
  }

  /**
   * Runs until `until` holds, looking after every single thing that was done.
   * @throws Stuck when it cannot come to hold, or not within `limitMs`; `open` says what is missing.
   */
  async runUntil(until: () => boolean, open: () => string, limitMs = LONGEST_STEP_MS): Promise<void> {
    const limit = this.#options.real === true ? Math.min(limitMs, LONGEST_REAL_STEP_MS) : limitMs;
    const end = this.monotonic() + limit;
    for (let done = 0; ; done += 1) {
      await this.#quiet();
      if (until()) return;
      if (done > MOST_THINGS) throw new Stuck(`${MOST_THINGS} things were done; still open: ${open()}`);
      if (await this.#one()) continue;
      const next = this.#next();
      if (next === null) throw new Stuck(`nothing is ready and nothing is due; still open: ${open()}`);
      if (next > end) throw new Stuck(`not within ${limit} ms; still open: ${open()}`);
      await this.#jump(next);
    }
  }

  /** Runs for exactly this long. */
  async advance(ms: number): Promise<void> {
    const end = this.monotonic() + ms;
    for (;;) {
      await this.#quiet();
      if (await this.#one()) continue;
      const next = this.#next();
      await this.#jump(Math.min(next ?? end, end));
      if (this.monotonic() >= end && (next === null || next > end)) return;
    }
  }

  /** Does everything that is ready; the clock stands still. */
  async runReady(until: () => boolean = () => false): Promise<void> {
    do {
      await this.#quiet();
      if (until()) return;
    } while (await this.#one());
  }

  /** Does the next thing that is ready; false when nothing is. */
  async #one(): Promise<boolean> {
    const place = this.#ready.findIndex(({ owner }) => owner?.state !== 'paused');
    const [item] = place < 0 ? [] : this.#ready.splice(place, 1);
    if (item !== undefined) {
      if (item.owner?.state !== 'dead') item.run();
      return true;
    }
    return (await this.#options.idle?.(() => this.isReady)) ?? false;
  }

  #next(): number | null {
    let next: number | null = null;
    for (const due of this.#due) {
      if (due.owner?.state === 'dead') this.#due.delete(due);
      else if (due.owner?.state !== 'paused' && (next === null || due.at < next)) next = due.at;
    }
    return next;
  }

  /** Moves time; what is due then becomes ready in the order in which it was asked for. */
  async #jump(at: number): Promise<void> {
    if (this.#options.real !== true) this.#virtual = Math.max(this.#virtual, at);
    else await new Promise((resolve) => setTimeout(resolve, Math.min(at - this.monotonic(), REAL_PAUSE_MS)));
    const elapsed = this.monotonic();
    const now = [...this.#due].filter(
      (due) => due.at <= elapsed && due.owner?.state !== 'paused' && due.owner?.state !== 'dead',
    );
    now.sort((a, b) => a.at - b.at || a.order - b.order);
    for (const due of now) {
      this.#due.delete(due);
      this.#ready.push(due);
    }
  }

  /** Lets every promise reaction happen. */
  async #quiet(): Promise<void> {
    const turns = this.#options.turns ?? 1;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
