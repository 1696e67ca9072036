import { formatTimestamp } from '@aip-hermes/aip';
import {
  PROJECTION_VERSION,
  REJECTION_RETENTION,
  REPLAY_RETENTION,
  decodeEvent,
  rejectionStream,
  replayStream,
  sealEvents,
  type BesideEvent,
  type CommandRefused,
  type Invocation,
  type ReplayServed,
} from '@aip-hermes/binding';
import type { EventLog, Retention } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { patientAppend } from '../streams/patient-append.js';

/** What writing beside a binding needs. */
export interface BesideDeps {
  readonly log: EventLog;
  readonly surroundings: Surroundings;
  readonly instanceId: string;
  /** `from` of every message. */
  readonly agent: string;
}

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
  async wasRefused(actionId: string, messageId: string): Promise<boolean> {
    return (await this.#messageIds(rejectionStream(actionId))).ids.has(messageId);
  }

  /** Records a refusal, once a message. @throws LogUnavailable */
  async refuse(refused: CommandRefused, signal: AbortSignal): Promise<'recorded' | 'redelivery'> {
    const stream = rejectionStream(refused.action_id);
    const event = { type: 'CommandRefused', data: refused } as const;
    const outcome = await this.#appendOnce(stream, REJECTION_RETENTION, event, refused.invocation, signal);
    return outcome === 'full' ? 'recorded' : outcome;
  }

  /** Records a replay of a settled Action; `full` when it was replayed too often lately (SPEC B8). @throws LogUnavailable */
  replay(served: ReplayServed, signal: AbortSignal): Promise<'recorded' | 'redelivery' | 'full'> {
    const stream = replayStream(served.source_action_id);
    const event = { type: 'ReplayServed', data: served } as const;
    return this.#appendOnce(
      stream,
      REPLAY_RETENTION,
      event,
      served.invocation,
      signal,
      REPLAY_RETENTION.maxCount,
    );
  }

  async #appendOnce(
    stream: string,
    retention: Retention,
    event: Extract<BesideEvent, { type: 'CommandRefused' | 'ReplayServed' }>,
    invocation: Invocation,
    signal: AbortSignal,
    most = Number.POSITIVE_INFINITY,
  ): Promise<'recorded' | 'redelivery' | 'full'> {
    await this.#retain(stream, retention);
    const attemptId = this.#deps.surroundings.ids.uuid();
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
      const { ids, revision } = await this.#messageIds(stream);
      if (ids.has(invocation.message_id)) return 'redelivery';
      if (ids.size >= most) return 'full';
      const sealed = sealEvents(
        {
          stream,
          attemptId,
          instanceId: this.#deps.instanceId,
          recordedAt: formatTimestamp(this.#deps.surroundings.clock.now()),
          correlationId: invocation.correlation_id,
          causationId: invocation.message_id,
          projection: {
            version: PROJECTION_VERSION,
            agent: this.#deps.agent,
            to: invocation.reply_to,
            publish_chunks: false,
            session_id: invocation.session_id,
            traceparent: invocation.traceparent,
          },
          previousChain: 'none',
        },
        [event],
      );
      const { outcome } = await patientAppend(this.#deps.log, this.#deps.surroundings, {
        stream,
        expected: revision,
        rows: sealed.rows,
        whileDown: 'give_up',
        signal,
      });
      if (outcome.kind === 'appended') return 'recorded';
    }
    throw new Error(`${stream}: ${MAX_CONFLICTS} appends in a row lost against other writers`);
  }

  async #messageIds(stream: string): Promise<{ ids: ReadonlySet<string>; revision: 'no_stream' | number }> {
    const rows = await this.#deps.log.read(stream);
    const ids = new Set<string>();
    for (const row of rows) {
      const decoded = decodeEvent(row);
      if (decoded.kind === 'beside' && 'invocation' in decoded.event.data)
        ids.add(decoded.event.data.invocation.message_id);
    }
    return { ids, revision: rows.at(-1)?.revision ?? 'no_stream' };
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
