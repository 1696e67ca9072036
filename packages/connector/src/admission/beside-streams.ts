import { formatTimestamp } from '@aip-hermes/aip';
import {
  PROJECTION_VERSION,
  REJECTION_RETENTION,
  REPLAY_RETENTION,
  rejectionStream,
  replayStream,
  sealEvents,
  takenAs,
  type BesideEvent,
  type CommandRefused,
  type Invocation,
  type ReplayServed,
  type SealedRow,
  type TakenAs,
} from '@aip-hermes/binding';
import type { EventLog, ExpectedRevision, Retention } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { patientAppend } from '../streams/patient-append.js';
import { StreamContention } from '../streams/stream-contention.js';
import { AnsweredMessages, type Answered } from './answered-messages.js';

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

/** What became of an event to record. `reused`: the message id stands for another command. */
export type Recording = 'recorded' | 'redelivery' | 'reused' | 'full';

/** A stream, what it keeps, and how many messages it may answer at a time. */
interface Place {
  readonly stream: string;
  readonly retention: Retention;
  readonly most: number;
}

/** Appends tried against other writers before the command is left to come again. */
const MAX_CONFLICTS = 64;

/**
 * The streams beside a binding: refused commands and replays served (DESIGN 3). An append there is made at an exact
 * revision after reading the message ids that stand, so that a redelivery appends nothing (SPEC M9).
 */
export class BesideStreams {
  readonly #deps: BesideDeps;
  readonly #messages: AnsweredMessages;
  /** Streams whose retention this process has set; bounded, forgetting only repeats an idempotent call. */
  readonly #retained = new Set<string>();

  constructor(deps: BesideDeps) {
    this.#deps = deps;
    this.#messages = new AnsweredMessages(deps.log);
  }

  /** Whether this message was refused before, as this command or another one (SPEC M9). @throws LogUnavailable */
  wasRefused(actionId: string, messageId: string, digest: string): Promise<TakenAs> {
    return this.#holds(rejectionStream(actionId), messageId, digest);
  }

  /** Whether this message was served a stored result before (SPEC M9). @throws LogUnavailable */
  wasServed(actionId: string, messageId: string, digest: string): Promise<TakenAs> {
    return this.#holds(replayStream(actionId), messageId, digest);
  }

  /** Records a refusal, once a message; `reused`: its id stands for another command. @throws LogUnavailable */
  async refuse(refused: CommandRefused, signal: AbortSignal): Promise<Exclude<Recording, 'full'>> {
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
  replay(served: ReplayServed, signal: AbortSignal): Promise<Recording> {
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
  ): Promise<Recording> {
    const { invocation, command_sha256: digest = '' } = event.data;
    await this.#retain(stream, retention);
    // A stream whose events are all past their age reads as empty; only a conflict tells where it stands.
    let actual: ExpectedRevision = 'no_stream';
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
      const { digests, last } = await this.#answered(stream, most);
      const known = takenBefore(digests, invocation.message_id, digest);
      if (known !== 'new') return known === 'same' ? 'redelivery' : 'reused';
      if (digests.size >= most) return 'full';
      const { outcome } = await patientAppend(this.#deps.log, this.#deps.surroundings, {
        stream,
        expected: last ?? actual,
        rows: this.#seal(stream, event, invocation),
        whileDown: 'give_up',
        signal,
      });
      if (outcome.kind === 'appended') {
        const recorded = event.data.command_sha256 ?? null;
        this.#messages.appended(stream, outcome.revision, invocation.message_id, recorded);
        return 'recorded';
      }
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

  async #holds(stream: string, messageId: string, digest: string): Promise<TakenAs> {
    return takenBefore((await this.#messages.of(stream)).digests, messageId, digest);
  }

  /** Only what retention keeps counts against the most a stream may answer. */
  async #answered(stream: string, most: number): Promise<Answered> {
    const answered = await this.#messages.of(stream);
    return answered.digests.size < most ? answered : this.#messages.afresh(stream);
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

function takenBefore(digests: Answered['digests'], messageId: string, digest: string): TakenAs {
  const recorded = digests.get(messageId);
  return recorded === undefined ? 'new' : takenAs(recorded, digest);
}
