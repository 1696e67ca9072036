import { formatTimestamp } from '@aip-hermes/aip';
import {
  PROJECTION_VERSION,
  REJECTION_RETENTION,
  REPLAY_RETENTION,
  rejectionStream,
  replayStream,
  sealEvents,
  type BesideEvent,
  type CommandRefused,
  type Invocation,
  type ReplayServed,
  type SealedRow,
} from '@aip-hermes/binding';
import type { EventLog, ExpectedRevision, RecordedEvent, Retention } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { patientAppend } from '../streams/patient-append.js';
import { StreamContention } from '../streams/stream-contention.js';

/** What writing beside a binding needs. */
export interface BesideDeps {
  readonly log: EventLog;
  readonly surroundings: Surroundings;
  readonly instanceId: string;
  /** `from` of every message. */
  readonly agent: string;
}

/** An event beside a binding that answers a message. */
type AnsweredBeside = Extract<BesideEvent, { type: 'CommandRefused' | 'ReplayServed' }>;

/** A stream, what it keeps, and how many messages it may answer at a time. */
interface Place {
  readonly stream: string;
  readonly retention: Retention;
  readonly most: number;
}

/** Rows read at a time: each may hold a result of a quarter MiB. */
const PAGE_ROWS = 16;

/** Appends tried against other writers before the command is left to come again. */
const MAX_CONFLICTS = 64;

/**
 * The streams beside a binding: refused commands and replays served (DESIGN 3). An append there is made at an exact
 * revision after reading the message ids that stand, so that a redelivery appends nothing (SPEC M9).
 */
export class BesideStreams {
  readonly #deps: BesideDeps;
  /** Streams whose retention this process has set; bounded, forgetting only repeats an idempotent call. */
  readonly #retained = new Set<string>();

  constructor(deps: BesideDeps) {
    this.#deps = deps;
  }

  /** Whether this message was refused before (SPEC M9). @throws LogUnavailable */
  wasRefused(actionId: string, messageId: string): Promise<boolean> {
    return this.#holds(rejectionStream(actionId), messageId);
  }

  /** Whether this message was served a stored result before (SPEC M9). @throws LogUnavailable */
  wasServed(actionId: string, messageId: string): Promise<boolean> {
    return this.#holds(replayStream(actionId), messageId);
  }

  /** Records a refusal, once a message. @throws LogUnavailable */
  async refuse(refused: CommandRefused, signal: AbortSignal): Promise<'recorded' | 'redelivery'> {
    const place = {
      stream: rejectionStream(refused.action_id),
      retention: REJECTION_RETENTION,
      most: Number.POSITIVE_INFINITY,
    };
    const event = { type: 'CommandRefused', data: refused } as const;
    const outcome = await this.#appendOnce(place, event, signal);
    return outcome === 'full' ? 'recorded' : outcome;
  }

  /** Records a replay of a settled Action; `full` when it was replayed too often lately (SPEC B8). @throws LogUnavailable */
  replay(served: ReplayServed, signal: AbortSignal): Promise<'recorded' | 'redelivery' | 'full'> {
    const place = {
      stream: replayStream(served.source_action_id),
      retention: REPLAY_RETENTION,
      most: REPLAY_RETENTION.maxCount,
    };
    return this.#appendOnce(place, { type: 'ReplayServed', data: served }, signal);
  }

  async #appendOnce(
    { stream, retention, most }: Place,
    event: AnsweredBeside,
    signal: AbortSignal,
  ): Promise<'recorded' | 'redelivery' | 'full'> {
    const { invocation } = event.data;
    await this.#retain(stream, retention);
    // A stream whose events are all past their age reads as empty; only a conflict tells where it stands.
    let actual: ExpectedRevision = 'no_stream';
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
      const { ids, last } = await this.#answered(stream);
      if (ids.has(invocation.message_id)) return 'redelivery';
      if (ids.size >= most) return 'full';
      const { outcome } = await patientAppend(this.#deps.log, this.#deps.surroundings, {
        stream,
        expected: last ?? actual,
        rows: this.#seal(stream, event, invocation),
        whileDown: 'give_up',
        signal,
      });
      if (outcome.kind === 'appended') return 'recorded';
      ({ actual } = outcome);
    }
    throw new StreamContention(`${stream}: ${MAX_CONFLICTS} appends in a row lost against other writers.`);
  }

  #seal(stream: string, event: AnsweredBeside, invocation: Invocation): readonly SealedRow[] {
    const { surroundings, instanceId, agent } = this.#deps;
    const context = {
      stream,
      attemptId: surroundings.ids.uuid(),
      instanceId,
      recordedAt: formatTimestamp(surroundings.clock.now()),
      correlationId: invocation.correlation_id,
      causationId: invocation.message_id,
      projection: {
        version: PROJECTION_VERSION,
        agent,
        to: invocation.reply_to,
        publish_chunks: false,
        session_id: invocation.session_id,
        traceparent: invocation.traceparent,
      },
      previousChain: 'none',
    };
    return sealEvents(context, [event]).rows;
  }

  async #holds(stream: string, messageId: string): Promise<boolean> {
    return (await this.#answered(stream)).ids.has(messageId);
  }

  /** The messages a stream answers, and its last revision that is kept; a page at a time, for results are large (G13). */
  async #answered(
    stream: string,
  ): Promise<{ readonly ids: ReadonlySet<string>; readonly last: number | null }> {
    const ids = new Set<string>();
    let last: number | null = null;
    for (;;) {
      const from: number = last === null ? 0 : last + 1;
      const rows: readonly RecordedEvent[] = await this.#deps.log.read(stream, { from, limit: PAGE_ROWS });
      for (const { revision, metadata } of rows) {
        const id = causationOf(metadata);
        if (id !== null) ids.add(id);
        last = revision;
      }
      if (rows.length < PAGE_ROWS) return { ids, last };
    }
  }

  async #retain(stream: string, retention: Retention): Promise<void> {
    if (this.#retained.has(stream)) return;
    await this.#deps.log.setRetention(stream, retention);
    if (this.#retained.size >= MAX_REMEMBERED) this.#retained.clear();
    this.#retained.add(stream);
  }
}

/** Names remembered at most (G13). */
const MAX_REMEMBERED = 10_000;

/**
 * The message an event answers. It stands in the metadata too, which is small where the data holds a whole result;
 * a row that cannot be read answers none.
 */
function causationOf(metadata: string): string | null {
  try {
    const parsed: unknown = JSON.parse(metadata);
    if (typeof parsed !== 'object' || parsed === null || !('$causationId' in parsed)) return null;
    return typeof parsed.$causationId === 'string' ? parsed.$causationId : null;
  } catch {
    return null;
  }
}
