import { PythonFloat, pythonJson, type Json, type JsonObject } from '../json.js';
import type { ProcessClock } from '../process-clock.js';
import type { Profile } from '../profiles/profile.js';
import { Approvals } from './approvals.js';
import { EventQueue } from './event-queue.js';

/** Terminal statuses. */
export type TerminalStatus = 'completed' | 'failed' | 'cancelled';

/** What a new run is made of. */
export interface RunStart {
  readonly id: string;
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
  /** Whether the worker has come to its end; the status may have been terminal long before (4.5, 7.1 A). */
  workerEnded = false;
  /** Whether stop and approval still reach the run (9/#5). */
  controllable = true;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly #profile: Profile;
  /** Where text and the terminal event go, even after the queue was taken from the store (9/#5). */
  readonly #ownQueue: EventQueue;
  readonly #status: Record<string, Json>;
  readonly #interrupts = new Set<() => void>();

  constructor(start: RunStart, clock: ProcessClock, allowedForEver: Set<string>, profile: Profile) {
    this.#profile = profile;
    this.start = start;
    this.clock = clock;
    this.approvals = new Approvals(clock, allowedForEver);
    this.#ownQueue = new EventQueue(clock);
    this.queue = this.#ownQueue;
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
    const status = this.#status['status'];
    return status === 'completed' || status === 'failed' || status === 'cancelled';
  }

  /** Sets status keys and `updated_at`. */
  update(fields: JsonObject): void {
    this.updatedAtMs = this.clock.now();
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
    if (!this.finished())
      this.#queueFor(event)?.put({ kind: 'frame', text: `data: ${pythonJson(body)}\n\n` });
    if (event !== 'message.delta') this.update({ last_event: event });
  }

  /** The worker has come to its end: ends the run, unless it was ended before. */
  finish(status: TerminalStatus, eventFields: JsonObject): void {
    this.workerEnded = true;
    this.#end(status, eventFields);
  }

  /** The terminal event, the end mark, then the status (4.3). A second call does nothing. */
  #end(status: TerminalStatus, eventFields: JsonObject): void {
    if (this.finished()) return;
    const event = `run.${status}`;
    const queue = this.#queueFor(event);
    queue?.put({
      kind: 'frame',
      text: `data: ${pythonJson({
        event,
        run_id: this.start.id,
        timestamp: seconds(this.clock.now()),
        ...eventFields,
      })}\n\n`,
    });
    queue?.put({ kind: 'end' });
    this.update({ status, ...eventFields, last_event: event });
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
    this.#end('cancelled', {});
    this.approvals.release(0);
  }

  /** Accepts a stop: the worker ends the run soon; in profile A the run ends at once (7.1). */
  stop(): void {
    this.stopRequested = true;
    if (this.#profile.stop === 'at-once') this.#end('cancelled', {});
    else this.update({ status: 'stopping', last_event: 'run.stopping' });
    this.approvals.release(this.#profile.limits.stopReleaseMs);
    for (const interrupt of [...this.#interrupts]) interrupt();
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
