import type { ProcessClock } from '../process-clock.js';
import type { ProfileLimits } from '../profiles/profile.js';
import type { EventQueue } from './event-queue.js';
import type { Run } from './run.js';

/** All runs of one server process, with the sweeps of profile B (4.4, 5.2/6). */
export class RunStore {
  readonly #clock: ProcessClock;
  readonly #limits: ProfileLimits;
  readonly #runs = new Map<string, Run>();
  /** Runs that have not ended, as far as noticed. */
  readonly #live = new Set<Run>();
  /** Streams somebody has subscribed to: never swept. */
  readonly #read = new Set<string>();

  constructor(clock: ProcessClock, limits: ProfileLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#sweepLater();
  }

  add(run: Run): void {
    this.#runs.set(run.start.id, run);
    this.#live.add(run);
  }

  get(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  /** Runs that hold a slot of the cap: those whose worker has not ended, stopping and waiting ones too (3.5). */
  live(): number {
    for (const run of this.#live) if (run.finished()) this.#live.delete(run);
    return this.#live.size;
  }

  /** `active_api_runs` of the detailed health: `stopping` runs are not counted (2). */
  active(): number {
    return [...this.#live].filter((run) => !run.finished() && run.status()['status'] !== 'stopping').length;
  }

  /** The queue of a run, marked as read; undefined when there is none any more. */
  subscribe(runId: string): EventQueue | undefined {
    const queue = this.#runs.get(runId)?.queue;
    if (queue !== undefined) this.#read.add(runId);
    return queue;
  }

  /** A reader left: the queue is gone for good (5.2/4). */
  unsubscribe(runId: string): void {
    this.#read.delete(runId);
    const run = this.#runs.get(runId);
    if (run !== undefined) run.queue = undefined;
  }

  #sweepLater(): void {
    this.#clock.after(this.#limits.sweepMs, () => {
      this.#sweep();
      this.#sweepLater();
    });
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const [id, run] of this.#runs) {
      const unread = !this.#read.has(id) && now - run.createdAtMs > this.#limits.unreadStreamMs;
      if (unread) run.queue = undefined;
      if (run.finished() && now - run.updatedAtMs > this.#limits.finishedStatusMs) this.#runs.delete(id);
    }
  }
}
