import { PythonFloat, pythonJson, type Json, type JsonObject } from '../json.js';
import type { ProcessClock } from '../process-clock.js';
import type { Profile } from '../profiles/profile.js';
import { Approvals } from './approvals.js';
import { EventQueue } from './event-queue.js';
import { withOutcome, type Outcome } from './outcome.js';
import { ReplayLog } from './replay-log.js';

/** Terminal statuses; scripts may end a run with an unknown one, as derived builds do (4.2). */
export type TerminalStatus = 'completed' | 'failed' | 'cancelled' | 'interrupted' | (string & {});

/** Error of a run that had not ended when its process did (4.4). */
export const RESTART_ERROR = 'The gateway restarted before this run settled.';

/** What a new run is made of. */
export interface RunStart {
  readonly id: string;
  /** The key that started it (1.2, profile C). */
  readonly owner: string;
  /** Not checked by the server: any JSON value is echoed (3.1). */
  readonly sessionId: Json;
  readonly model: Json;
  readonly userMessage: string;
}

/** One run in the memory of a server process: its status object, its queue, its questions, its stop flag. */
export class Run {
  readonly start: RunStart;
  readonly clock: ProcessClock;
  readonly approvals: Approvals;
  /** Undefined once a reader has left or the sweep took it; later events are dropped (5.2/4). */
  queue: EventQueue | undefined;
  stopRequested = false;
  /** The replayable stream of profile D, until the sweep takes it. */
  log: ReplayLog | undefined;
  /** Whether a stop cut a model call short (profile D). */
  cutInCall = false;
  /** Whether the worker has come to its end; the status may have been terminal long before (4.5, 7.1 A). */
  workerEnded = false;
  /** Children the run waits for: a stop reaches them (5.4). */
  readonly children = new Set<Run>();
  /** Whether stop and approval still reach the run (9/#5). */
  controllable = true;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly #profile: Profile;
  readonly #statusLagMs: number;
  /** Where text and the terminal event go, even after the queue was taken from the store (9/#5). */
  readonly #ownQueue: EventQueue;
  readonly #status: Record<string, Json>;
  #ended = false;
  #pendingSteer: string[] = [];
  readonly #interrupts = new Set<() => void>();

  constructor(
    start: RunStart,
    clock: ProcessClock,
    allowedForEver: Set<string>,
    profile: Profile,
    statusLagMs = 0,
  ) {
    this.#profile = profile;
    this.#statusLagMs = statusLagMs;
    this.start = start;
    this.clock = clock;
    this.approvals = new Approvals(clock, allowedForEver);
    this.#ownQueue = new EventQueue(clock);
    if (profile.replayableStream) this.log = new ReplayLog(clock);
    else this.queue = this.#ownQueue;
    this.createdAtMs = clock.now();
    this.updatedAtMs = this.createdAtMs;
    // Key order as recorded; keys are added when first set (4.1).
    this.#status = {
      object: 'hermes.run',
      run_id: start.id,
      status: 'running',
      updated_at: null,
      created_at: seconds(this.createdAtMs),
      session_id: start.sessionId,
      model: start.model,
    };
    this.update({});
  }

  /** The status object as `GET /v1/runs/{id}` shows it. */
  status(): JsonObject {
    return { ...this.#status };
  }

  /** Whether a terminal status was set. */
  finished(): boolean {
    return this.#ended;
  }

  /** Since when the stream's 300 s count: the creation, and from the end on the end. */
  streamSinceMs(): number {
    return this.finished() ? this.updatedAtMs : this.clock.now();
  }

  /** Sets status keys and `updated_at`. */
  update(fields: JsonObject): void {
    this.updatedAtMs = this.clock.now();
    if (fields['status'] !== undefined) delete this.#status['approval'];
    Object.assign(this.#status, fields, { updated_at: seconds(this.updatedAtMs) });
  }

  /** Queues an event with the usual envelope first; text deltas leave the status alone (4.1). */
  emit(event: string, fields: JsonObject): void {
    const { event: _event, run_id: _runId, timestamp: _timestamp, ...rest } = fields;
    this.emitObject(event, {
      event,
      run_id: this.start.id,
      timestamp: fields['timestamp'] ?? seconds(this.clock.now()),
      ...rest,
    });
  }

  /** Queues an event whose keys are already in wire order. */
  emitObject(event: string, body: JsonObject): void {
    if (!this.finished()) this.#push(event, body);
    if (event !== 'message.delta') this.update({ last_event: event });
  }

  /** The worker has come to its end: ends the run, unless it was ended before. */
  finish(status: TerminalStatus, eventFields: JsonObject, outcome: Outcome = {}): void {
    this.workerEnded = true;
    this.#end(status, eventFields, outcome);
  }

  #push(event: string, body: JsonObject): void {
    if (this.log !== undefined) this.log.append(body);
    else this.#queueFor(event)?.put({ kind: 'frame', text: `data: ${pythonJson(body)}\n\n` });
  }

  /** The terminal event, the end mark, then the status (4.3). A second call does nothing. */
  #end(status: TerminalStatus, eventFields: JsonObject, outcome: Outcome): void {
    if (this.finished()) return;
    const event = `run.${status}`;
    const { fields, flags } = this.#profile.outcomes
      ? withOutcome(status, eventFields, outcome)
      : { fields: eventFields, flags: {} };
    const more = { ...flags, ...this.#undeliveredSteer(status) };
    const timestamp = seconds(this.clock.now());
    this.#push(event, { event, run_id: this.start.id, timestamp, ...fields, ...more });
    this.#queueFor(event)?.put({ kind: 'end' });
    this.log?.end();
    this.#ended = true;
    const update = (): void => this.update({ status, ...fields, last_event: event, ...more });
    if (this.#statusLagMs > 0) this.clock.after(this.#statusLagMs, update);
    else update();
  }

  /** Text that came too late for a tool result; before profile D only a completed run reports it (7.2). */
  #undeliveredSteer(status: TerminalStatus): JsonObject {
    if (this.#pendingSteer.length === 0) return {};
    return this.#profile.outcomes || status === 'completed'
      ? { pending_steer: this.#pendingSteer.join('\n') }
      : {};
  }

  /** Takes a steer text for the next tool result (7.2). */
  steer(text: string): void {
    this.#pendingSteer.push(text);
    this.emit('run.steered', { accepted: true });
  }

  /** A tool result goes to the model and takes the waiting steer texts along. */
  deliverSteer(): void {
    this.#pendingSteer = [];
  }

  /** In profile A a swept queue still gets text and the terminal event, and nothing else (9/#5). */
  #queueFor(event: string): EventQueue | undefined {
    if (this.queue !== undefined || !this.#profile.sweepTakesControl) return this.queue;
    return event === 'message.delta' || event.startsWith('run.') ? this.#ownQueue : undefined;
  }

  /** The sweep of profile A took the run: no stream, no stop, no approval; waiting questions are refused (9/#5). */
  loseControl(): void {
    this.queue = undefined;
    this.controllable = false;
    this.approvals.release(0);
  }

  /** The process ends: terminal event and status at once, waiting questions refused, the worker goes on (4.5). */
  shutDown(): void {
    const { shutdownStatus } = this.#profile;
    this.#end(shutdownStatus, shutdownStatus === 'cancelled' ? {} : { error: RESTART_ERROR }, {});
    this.approvals.release(0);
  }

  /** Accepts a stop: the worker ends the run soon; in profile A the run ends at once (7.1). */
  stop(): void {
    this.stopRequested = true;
    if (this.#profile.stop === 'at-once') this.#end('cancelled', {}, {});
    else this.update({ status: 'stopping', last_event: 'run.stopping' });
    this.approvals.release(this.#profile.limits.stopReleaseMs);
    for (const interrupt of [...this.#interrupts]) interrupt();
    for (const child of this.children) child.stop();
  }

  /**
   * Waits `ms`; a stop that arrives meanwhile ends the wait `reactionMs` later.
   * Resolves with whether the whole time passed.
   */
  wait(ms: number, reactionMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (whole: boolean): void => {
        this.#interrupts.delete(interrupt);
        cancel();
        resolve(whole);
      };
      const interrupt = (): void => {
        this.#interrupts.delete(interrupt);
        cancel();
        this.clock.after(reactionMs, () => settle(false));
      };
      const cancel = this.clock.after(ms, () => settle(true));
      this.#interrupts.add(interrupt);
    });
  }
}

/** Simulated milliseconds as the wire's float seconds with microseconds. */
export function seconds(ms: number): PythonFloat {
  return new PythonFloat(Math.round(ms * 1000) / 1_000_000);
}
