import {
  deadlineOf,
  endStream,
  loseObservation,
  recordStatus,
  type LostObservation,
} from '@aip-hermes/binding';
import type { JsonObject } from '@aip-hermes/aip';
import type { StatusOutcome, StreamRead } from '@aip-hermes/hermes-client';
import { onAbort } from '../on-abort.js';
import { wait } from '../wait.js';
import { Inbox } from './inbox.js';
import { paceAfter } from './poll-pace.js';
import { readStatusInTime } from './read-status-in-time.js';
import { ownership, recordReads } from './record-reads.js';
import { limitsOf, patiently, type RunContext } from './run-context.js';
import { StatusJudge } from './status-judge.js';

/** How often the status is read beside an open stream, milliseconds (DESIGN 5). */
const WATCHDOG_MS = 15_000;
const WATCHDOG_WAITING_MS = 5_000;
/** How long an open stream may still deliver after the status said that the run is over (DESIGN 5). */
const DRAIN_MS = 2_000;
/** Network reads held for the log at most; then the stream is read no further (G13). */
const MAX_PENDING_READS = 64;
/** Events and reads taken from the stream at most before everything else in the process gets its turn (G13). */
const EVENTS_PER_TURN = 1024;

type Happening =
  | { readonly kind: 'read'; readonly read: StreamRead }
  | { readonly kind: 'status'; readonly outcome: StatusOutcome }
  | { readonly kind: 'drained' }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'stop' };

/** What is known to end the run once the stream has had its chance. */
type Pending =
  | { readonly kind: 'ended'; readonly word: string; readonly document: JsonObject }
  | { readonly kind: 'lost'; readonly lost: LostObservation };

/** Why the observation of the stream is over. */
export type ObservationEnd = 'ended' | 'poll' | 'lost' | 'stopped';

/**
 * SPEC O1 to O6, O10: reads the run's event stream, once, and records it. The status is read beside it as a
 * watchdog. States: streaming -> (draining ->) over; every exit closes the stream and all timers.
 */
export async function observeStream(run: RunContext, claimId: string): Promise<ObservationEnd> {
  const observer = new StreamObserver(run, claimId);
  try {
    return await observer.run();
  } finally {
    observer.close();
  }
}

class StreamObserver {
  readonly #run: RunContext;
  readonly #claimId: string;
  readonly #inbox = new Inbox<Happening>(MAX_PENDING_READS);
  readonly #judge = new StatusJudge();
  readonly #abort = new AbortController();
  readonly #timers = new Set<() => void>();
  #leave = (): void => undefined;
  #pending: Pending | null = null;
  #watchdog: { readonly due: number; readonly cancel: () => void } | null = null;
  #saidToWait = false;

  constructor(run: RunContext, claimId: string) {
    this.#run = run;
    this.#claimId = claimId;
  }

  async run(): Promise<ObservationEnd> {
    const { signal, stream } = this.#run;
    if (signal.aborted) return 'stopped';
    this.#leave = onAbort(signal, () => this.#inbox.post({ kind: 'stop' }));
    const runId = stream.state?.binding.run_id;
    if (runId === null || runId === undefined) return 'lost';
    this.#startDeadline();
    this.#watchAfter(runId, this.#watchdogMs());
    void this.#pump(runId);
    for (;;) {
      const end = await this.#handle(await this.#inbox.take(), runId);
      if (end !== null) return end;
    }
  }

  close(): void {
    this.#leave();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#abort.abort();
    this.#inbox.close();
  }

  /** Reads are recorded together, whatever else happened meanwhile comes after them. */
  async #handle(happenings: readonly Happening[], runId: string): Promise<ObservationEnd | null> {
    const reads = happenings.flatMap((item) => (item.kind === 'read' ? [item.read] : []));
    const events = reads.flatMap((read) => read.events);
    if (events.length > 0) {
      const now = await recordReads(this.#run, this.#claimId, events);
      if (now !== 'mine') return now;
      this.#watchInTime(runId);
    }
    const ended = reads.find((read) => read.end !== null)?.end;
    if (ended !== undefined && ended !== null) {
      if (this.#pending !== null) return this.#settlePending();
      return this.#streamGaveOut(ended.reason, ended.detail);
    }
    for (const item of happenings) {
      const end = await this.#signal(item, runId);
      if (end !== null) return end;
    }
    return null;
  }

  async #signal(item: Happening, runId: string): Promise<ObservationEnd | null> {
    switch (item.kind) {
      case 'read':
        return null;
      case 'stop':
        return this.#pending === null ? 'stopped' : this.#settle(this.#pending);
      case 'drained':
        return this.#settlePending();
      case 'deadline':
        return this.#overdue(runId);
      case 'status':
        return this.#statusRead(item.outcome, runId);
    }
  }

  async #statusRead(outcome: StatusOutcome, runId: string): Promise<ObservationEnd | null> {
    const verdict = this.#judge.judge(outcome);
    switch (verdict.kind) {
      case 'ended':
      case 'lost':
        this.#pending ??= verdict;
        this.#after(DRAIN_MS, () => this.#inbox.post({ kind: 'drained' }));
        return null;
      case 'confirm':
        this.#watchAfter(runId, paceAfter(outcome, this.#run.endpoint.policy.poll_interval_ms));
        return null;
      case 'transient':
        this.#run.surroundings.log.warn(
          { action_id: this.#run.stream.actionId, reason: verdict.reason },
          'a status read beside the stream failed',
        );
        this.#watchAfter(runId, this.#watchdogMs());
        return null;
      case 'alive':
        return this.#alive(verdict.word, verdict.document, {
          runId,
          soonMs: paceAfter(outcome, this.#run.endpoint.policy.poll_interval_ms),
        });
    }
  }

  /**
   * A prompt known from the status only may still be on its way on the stream, and a provider without request ids
   * could not be seen to repeat it (SPEC A1): it is believed when the next read says so too.
   */
  async #alive(
    word: string,
    document: JsonObject,
    { runId, soonMs }: { readonly runId: string; readonly soonMs: number },
  ): Promise<ObservationEnd | null> {
    const waits = word === 'waiting_for_approval';
    if (waits && !this.#saidToWait && this.#run.stream.state?.binding.status === 'running') {
      this.#saidToWait = true;
      this.#watchAfter(runId, soonMs);
      return null;
    }
    this.#saidToWait = waits;
    await this.#record(word, document);
    this.#watchAfter(runId, this.#watchdogMs());
    const now = ownership(this.#run, this.#claimId);
    return now === 'mine' ? null : now;
  }

  /**
   * The deadline: the provider is asked once more, and what the stream brought meanwhile is recorded, so that an end it
   * knows of is not recorded as unknown.
   */
  async #overdue(runId: string): Promise<ObservationEnd> {
    if (this.#pending === null) {
      const verdict = this.#judge.judge(await readStatusInTime(this.#run, runId, 0));
      if (this.#run.signal.aborted) return 'stopped';
      if (verdict.kind === 'ended' || verdict.kind === 'lost') this.#pending = verdict;
      const events = this.#inbox.takeNow().flatMap((it) => (it.kind === 'read' ? it.read.events : []));
      const now = events.length > 0 ? await recordReads(this.#run, this.#claimId, events) : 'mine';
      if (now !== 'mine') return now;
    }
    const overdue = { why: 'deadline', detail: 'the stream was still open' } as const;
    return this.#settle(this.#pending ?? { kind: 'lost', lost: overdue });
  }

  async #streamGaveOut(reason: string, detail: string): Promise<ObservationEnd> {
    this.#run.surroundings.log.info(
      { action_id: this.#run.stream.actionId, reason },
      'the event stream ended early; polling',
    );
    await this.#run.stream.commit(
      (state) => endStream(state, this.#claimId, reason, detail),
      patiently(this.#run),
    );
    const now = ownership(this.#run, this.#claimId);
    return now === 'mine' ? 'poll' : now;
  }

  #settlePending(): Promise<ObservationEnd> {
    return this.#pending === null ? Promise.resolve('poll') : this.#settle(this.#pending);
  }

  async #settle(pending: Pending): Promise<ObservationEnd> {
    if (pending.kind === 'ended') await this.#record(pending.word, pending.document);
    else
      await this.#run.stream.commit(
        (state) => loseObservation(state, pending.lost, this.#run.secrets),
        patiently(this.#run),
      );
    return ownership(this.#run, this.#claimId) === 'ended' ? 'ended' : 'lost';
  }

  #record(word: string, document: JsonObject): Promise<unknown> {
    return this.#run.stream.commit(
      (state) => recordStatus(state, word, document, limitsOf(this.#run)),
      patiently(this.#run),
    );
  }

  /**
   * Moves the stream's reads into the inbox, no faster than they are recorded. A flood whose events are dropped (past
   * `max_events`) waits for nothing real, so it is made to wait for a timer now and then.
   */
  async #pump(runId: string): Promise<void> {
    const { signal } = this.#abort;
    let taken = 0;
    try {
      for await (const read of this.#run.endpoint.client.openEvents(runId, signal)) {
        await this.#inbox.put({ kind: 'read', read });
        if (read.end !== null) return;
        taken += 1 + read.events.length;
        if (taken < EVENTS_PER_TURN) continue;
        taken = 0;
        await wait(this.#run.surroundings.timers, 0, signal);
      }
      this.#inbox.post({
        kind: 'read',
        read: { events: [], end: { reason: 'closed', detail: 'the stream ended' } },
      });
    } catch (error) {
      const detail = error instanceof Error ? error.name : 'unknown';
      this.#inbox.post({ kind: 'read', read: { events: [], end: { reason: 'transport', detail } } });
    }
  }

  /** Reads the status once after `ms`; one read is due or under way at a time. */
  #watchAfter(runId: string, ms: number): void {
    this.#watchdog?.cancel();
    const due = this.#run.surroundings.clock.monotonic() + ms;
    const cancel = this.#after(ms, () => {
      this.#watchdog = null;
      void this.#run.endpoint.client.readStatus(runId, this.#abort.signal).then(
        (outcome) => this.#inbox.post({ kind: 'status', outcome }),
        (error: unknown) => {
          const reason = error instanceof Error ? error.name : 'unknown';
          const outcome = { kind: 'transient', reason, httpStatus: null, retryAfterMs: null } as const;
          this.#inbox.post({ kind: 'status', outcome });
        },
      );
    });
    this.#watchdog = { due, cancel };
  }

  /** Brings the next status read forward when a prompt has just opened. */
  #watchInTime(runId: string): void {
    const latest = this.#run.surroundings.clock.monotonic() + this.#watchdogMs();
    if (this.#watchdog !== null && this.#watchdog.due > latest) this.#watchAfter(runId, this.#watchdogMs());
  }

  #startDeadline(): void {
    const state = this.#run.stream.state;
    const at = state === null ? null : deadlineOf(state);
    if (at === null) return;
    const left = Math.max(0, at - this.#run.surroundings.clock.now());
    this.#after(left, () => this.#inbox.post({ kind: 'deadline' }));
  }

  #watchdogMs(): number {
    const waits = this.#run.stream.state?.binding.status === 'waiting_for_approval';
    return waits ? WATCHDOG_WAITING_MS : WATCHDOG_MS;
  }

  #after(ms: number, run: () => void): () => void {
    const cancel = this.#run.surroundings.timers.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
    return () => {
      cancel();
      this.#timers.delete(cancel);
    };
  }
}
