import {
  bindingStream,
  evolve,
  foldBinding,
  sealEvents,
  type BindingEvent,
  type BindingState,
  type ProjectionContext,
  type StreamDecision,
} from '@aip-hermes/binding';
import { formatTimestamp } from '@aip-hermes/aip';
import { AppendTooLarge, type EventLog, type NewEvent, type RecordedEvent } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { BackOff, wait } from '../wait.js';
import { appendBytes } from './append-bytes.js';
import { patientAppend } from './patient-append.js';
import { patientRead } from './patient-read.js';
import { SerialQueue } from './serial-queue.js';
import { StreamContention } from './stream-contention.js';

/** Conflicts met in one decision before it is given up as contention (SPEC operator_state). */
const MAX_CONFLICTS = 64;
const FIRST_CONFLICT_WAIT_MS = 1;
const LONGEST_CONFLICT_WAIT_MS = 200;

/** What a decision on the stream came to. */
export type Committed =
  | { readonly kind: 'appended'; readonly events: readonly BindingEvent[]; readonly retried: boolean }
  | { readonly kind: 'nothing'; readonly why: string };

/** How to append what was decided. */
export interface CommitOptions {
  readonly whileDown: 'wait' | 'give_up';
  readonly signal: AbortSignal;
  /** For the event metadata; default: the source's own. */
  readonly causationId?: string | null;
  readonly correlationId?: string | null;
  /** For the first append of a new binding. */
  readonly projection?: ProjectionContext;
  /** Drawn by the caller when the ids matter to it (the claim id of a fence); default: a fresh one. */
  readonly attemptId?: string;
}

/**
 * One binding's stream: a cache of its fold that decisions are made on, one at a time. May be thrown away at any
 * moment; the log is the truth.
 *
 * Invariants: (1) decisions of one process on one stream never interleave; (2) an append carries the revision the
 * decision was made on; (3) after a conflict the decision is made again on what is new.
 */
export class BindingStream {
  readonly actionId: string;
  readonly stream: string;
  readonly #log: EventLog;
  readonly #surroundings: Surroundings;
  readonly #instanceId: string;
  readonly #queue = new SerialQueue();
  #state: BindingState | null = null;
  #loaded = false;
  #characters = 0;

  constructor(actionId: string, deps: { log: EventLog; surroundings: Surroundings; instanceId: string }) {
    this.actionId = actionId;
    this.stream = bindingStream(actionId);
    this.#log = deps.log;
    this.#surroundings = deps.surroundings;
    this.#instanceId = deps.instanceId;
  }

  /** The fold as last seen; null before the binding exists. Read only; it changes with later appends. */
  get state(): BindingState | null {
    return this.#state;
  }

  /** Characters of the events folded so far: more than the fold itself holds. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * Runs `task` alone: no other decision on this stream in this process meanwhile. `signal` gives up waiting for it.
   * @throws TurnAbandoned
   */
  exclusively<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#queue.run(task, signal);
  }

  /** Reads what is new in the stream. Call inside `exclusively`. @throws LogUnavailable */
  async refresh(): Promise<BindingState | null> {
    this.#fold(await this.#log.read(this.stream, { from: this.#nextRevision() }));
    return this.#state;
  }

  /** Loads the fold unless it was loaded before. Call inside `exclusively`. @throws LogUnavailable */
  async load(): Promise<BindingState | null> {
    return this.#loaded ? this.#state : this.refresh();
  }

  /** Decides on an existing binding and appends, alone. Nothing when it does not exist or cannot be understood. */
  commit(decide: (state: BindingState) => StreamDecision, options: CommitOptions): Promise<Committed> {
    return this.exclusively(async () => {
      await this.load();
      return this.commitNow((state) => {
        if (state === null) return { kind: 'nothing', why: 'there is no such binding' };
        if (state.unreadable === null) return decide(state);
        return { kind: 'nothing', why: `the stream cannot be used: ${state.unreadable}` };
      }, options);
    });
  }

  /**
   * The loop of fold, decide, append. Call inside `exclusively`, after `load`; `decide` must not append to a binding
   * that is `unreadable` (DESIGN 3).
   * @throws AppendTooLarge when the events do not fit one append; nothing was written.
   */
  async commitNow(
    decide: (state: BindingState | null) => StreamDecision,
    options: CommitOptions,
  ): Promise<Committed> {
    const backOff = new BackOff(FIRST_CONFLICT_WAIT_MS, LONGEST_CONFLICT_WAIT_MS);
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
      const state = this.#state;
      const decision = decide(state);
      if (decision.kind === 'nothing') return decision;
      const sealed = this.#seal(decision.events, state, options);
      const { outcome, retried } = await patientAppend(this.#log, this.#surroundings, {
        stream: this.stream,
        expected: state === null ? 'no_stream' : state.revision,
        rows: sealed.rows,
        whileDown: options.whileDown,
        signal: options.signal,
      });
      if (outcome.kind === 'appended' && !retried) {
        this.#apply(decision.events, sealed, outcome.revision - sealed.rows.length + 1);
        return { kind: 'appended', events: decision.events, retried };
      }
      const news = await this.#newsPatiently(options.signal);
      if (outcome.kind === 'appended' || startsWith(news, sealed.rows)) {
        return { kind: 'appended', events: decision.events, retried: true };
      }
      this.#surroundings.log.debug(
        { stream: this.stream, actual: outcome.actual },
        'another writer was first; deciding again',
      );
      await wait(this.#surroundings.timers, backOff.next(), options.signal);
    }
    throw new StreamContention(
      `${this.stream}: ${MAX_CONFLICTS} appends in a row lost against other writers.`,
    );
  }

  /** An append was answered: what stands in the stream now must be known before anything else is done. */
  async #newsPatiently(signal: AbortSignal): Promise<readonly RecordedEvent[]> {
    const request = { stream: this.stream, from: this.#nextRevision(), signal };
    const rows = await patientRead(this.#log, this.#surroundings, request);
    this.#fold(rows);
    return rows;
  }

  #nextRevision(): number {
    return this.#state === null ? 0 : this.#state.revision + 1;
  }

  #fold(rows: readonly RecordedEvent[]): void {
    this.#state = foldBinding(rows, this.#state);
    this.#loaded = true;
    this.#count(rows);
  }

  /** Folds what was just appended, without reading it back. */
  #apply(events: readonly BindingEvent[], sealed: SealedAppend, firstRevision: number): void {
    let state = this.#state;
    events.forEach((event, index) => {
      const revision = firstRevision + index;
      const { recordedAt, chain, projection } = sealed;
      state = evolve(state, event, { revision, recordedAt, chain, projection });
    });
    this.#state = state;
    this.#loaded = true;
    this.#count(sealed.rows);
  }

  #count(rows: readonly { readonly data: string }[]): void {
    for (const { data } of rows) this.#characters += data.length;
  }

  #seal(events: readonly BindingEvent[], state: BindingState | null, options: CommitOptions): SealedAppend {
    const projection = options.projection ?? state?.projection;
    if (projection === undefined)
      throw new Error(`${this.stream}: the first append needs a projection context`);
    const source = state?.source;
    const recordedAt = formatTimestamp(this.#surroundings.clock.now());
    const sealed = sealEvents(
      {
        stream: this.stream,
        attemptId: options.attemptId ?? this.#surroundings.ids.uuid(),
        instanceId: this.#instanceId,
        recordedAt,
        correlationId: options.correlationId ?? source?.correlation_id ?? null,
        causationId: options.causationId ?? source?.message_id ?? null,
        projection,
        previousChain: state === null ? null : state.chain,
      },
      events,
    );
    const bytes = appendBytes(sealed.rows);
    if (bytes > this.#log.maxAppendBytes) throw new AppendTooLarge(bytes, this.#log.maxAppendBytes);
    return { rows: sealed.rows, chain: sealed.chain, recordedAt, projection };
  }
}

/** An append made ready. */
interface SealedAppend {
  readonly rows: readonly NewEvent[];
  readonly chain: string;
  readonly recordedAt: string;
  readonly projection: ProjectionContext;
}

/**
 * A conflict answered to our own append, as a server may do after a lost answer: the stream goes on with exactly
 * our events, so the append took effect (C72).
 */
function startsWith(news: readonly RecordedEvent[], rows: readonly NewEvent[]): boolean {
  return rows.every((row, index) => news[index]?.id === row.id && news[index].data === row.data);
}
