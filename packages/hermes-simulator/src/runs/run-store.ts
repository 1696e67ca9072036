import type { ProcessClock } from '../process-clock.js';
import type { Profile } from '../profiles/profile.js';
import type { EventQueue } from './event-queue.js';
import { seconds, type Run } from './run.js';

/** Most runs kept; above it the oldest finished ones are forgotten before their 3600 s. */
const MAX_RUNS = 20_000;

/** All runs of one server process, with its sweeps (4.4, 5.2/6). */
export class RunStore {
  readonly #clock: ProcessClock;
  readonly #profile: Profile;
  readonly #runs = new Map<string, Run>();
  /** Runs that have not ended, as far as noticed. */
  readonly #live = new Set<Run>();
  /** Streams somebody has subscribed to: never swept. */
  readonly #read = new Set<string>();
  /** Runs whose worker has not ended: it may go on after the terminal status (4.5). */
  readonly #working = new Set<Run>();
  /** Delegations that outlive the call that made them (15). */
  readonly #delegations = new Set<Promise<void>>();
  #idleWaiters: (() => void)[] = [];

  constructor(clock: ProcessClock, profile: Profile) {
    this.#clock = clock;
    this.#profile = profile;
    this.#sweepLater();
  }

  add(run: Run): void {
    this.#runs.set(run.start.id, run);
    this.#live.add(run);
    if (this.#runs.size > MAX_RUNS) this.#forgetOldest();
  }

  /** Remembers a run's worker until it has ended. */
  track(run: Run, worker: Promise<void>): void {
    this.#working.add(run);
    void worker.finally(() => {
      this.#working.delete(run);
      if (this.#working.size > 0) return;
      const waiters = this.#idleWaiters;
      this.#idleWaiters = [];
      for (const waiter of waiters) waiter();
    });
  }

  /** Whether an earlier run of the same session still works (3.3). */
  waitsForSession(run: Run): boolean {
    for (const other of this.#working) {
      if (other === run) return false;
      if (other.start.sessionId === run.start.sessionId) return true;
    }
    return false;
  }

  /** Remembers a delegation in the background until its children are done; nobody waits for it (15). */
  trackDelegation(children: Promise<void>): void {
    this.#delegations.add(children);
    void children.finally(() => this.#delegations.delete(children));
  }

  /** Delegations in the background: `active_delegations` of the detailed health. */
  get delegations(): number {
    return this.#delegations.size;
  }

  /** Resolves when no worker runs any more. */
  whenIdle(): Promise<void> {
    if (this.#working.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  /** Live runs show when the process was told to end (profile D, 15). */
  announceShutdown(): void {
    for (const run of this.#live)
      if (!run.finished()) run.update({ shutdown_requested_at: seconds(this.#clock.now()) });
  }

  /** The process is told to end: every live run gets its terminal event, the workers go on (4.5). */
  shutDown(): void {
    for (const run of this.#live) run.shutDown();
  }

  get(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  /** Runs that hold a slot of the cap: those whose worker has not ended, stopping and waiting ones too (3.5). */
  live(): number {
    for (const run of this.#live) if (run.finished()) this.#live.delete(run);
    return this.#live.size;
  }

  /** Slots of the cap in use, as the profile counts them (3.5). */
  held(): number {
    if (this.#profile.capCounts === 'live') return this.live();
    return [...this.#runs.values()].filter((run) => run.queue !== undefined).length;
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

  #forgetOldest(): void {
    for (const [id, run] of this.#runs)
      if (run.finished()) {
        this.#runs.delete(id);
        return;
      }
  }

  #sweepLater(): void {
    this.#clock.after(this.#profile.limits.sweepMs, () => {
      this.#sweep();
      this.#sweepLater();
    });
  }

  #sweep(): void {
    const now = this.#clock.now();
    const { limits, sweepTakesControl } = this.#profile;
    for (const [id, run] of this.#runs) {
      const old = now - run.createdAtMs > limits.unreadStreamMs;
      if (run.log !== undefined && now - run.streamSinceMs() > limits.unreadStreamMs) run.log = undefined;
      if (old && sweepTakesControl) run.loseControl();
      else if (old && !this.#read.has(id)) run.queue = undefined;
      if (run.finished() && now - run.updatedAtMs > limits.finishedStatusMs) this.#runs.delete(id);
    }
  }
}
