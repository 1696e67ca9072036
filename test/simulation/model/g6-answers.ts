import type { Bindings } from './bindings.js';
import { at, textAt, type BusRecord, type Delivered, type Violation } from './facts.js';
import type { Limits } from './limits.js';

const REPLIES = ['action_result', 'delegation_result', 'ack', 'error'] as const;
/** A start call, the run itself, the last read at its deadline and the steps between: what one run takes at most. */
const RUN_MS = 100_000;
/** What is decided without a run is answered so long after the faults at most: a new process, and the longest back-off. */
const DECIDED_WITHIN_MS = 20_000;

/**
 * G6: every command gets a reply, or is an open invocation of a binding that waits for a person; once no fault strikes any
 * more, within a bounded time: as long as the runs take that are open before it, a few at a time.
 */
export class AnswerWatch {
  readonly #limits: Limits;
  /** When a command was answered first, by message id. */
  readonly #answered = new Map<string, number>();
  readonly #told = new Set<string>();
  #calmAt = Infinity;
  #openAtCalm = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** No fault strikes any more, and no command comes. */
  calm(now: number, bindings: Bindings, delivered: readonly Delivered[]): void {
    this.#calmAt = now;
    const unknown = new Set(
      delivered.flatMap(({ command }) =>
        command !== null && bindings.of(command.actionId) === undefined ? [command.actionId] : [],
      ),
    );
    this.#openAtCalm = bindings.all().filter(({ end }) => end === null).length + unknown.size;
  }

  /** The next published message. */
  see({ envelope, key }: BusRecord, now: number): void {
    const messageId = textAt(envelope, 'in_response_to');
    if (REPLIES.some((reply) => at(envelope, 'body', reply) !== undefined) && !this.#answered.has(messageId))
      this.#answered.set(messageId, now);
    const result = at(envelope, 'body', 'action_result');
    if (key !== null && textAt(result, 'action_id') === key && textAt(result, 'status') !== 'requires_human')
      this.#told.add(key);
  }

  /** What is missing or came too late: a reply to a command; the end of a binding, which everyone who waited is told (R5). */
  missing(bindings: Bindings, delivered: readonly Delivered[]): readonly Violation[] {
    const waiting = new Set(
      bindings
        .all()
        .filter(({ end, rows }) => end === null && rows.some((row) => row.type === 'ApprovalRequested'))
        .flatMap(({ rows }) => rows.map((row) => textAt(row.data, 'invocation', 'message_id'))),
    );
    const lost = delivered.flatMap(({ command }) =>
      command === null || this.#answered.has(command.messageId) || waiting.has(command.messageId)
        ? []
        : [`${command.messageId} about ${command.actionId} was never answered`],
    );
    const untold = bindings
      .all()
      .filter(({ end, actionId }) => end !== null && !this.#told.has(actionId))
      .map(({ end, actionId }) => `${actionId} ended with ${end?.type ?? ''} and nobody was told`);
    return [...lost, ...untold, ...this.#late(bindings)].map((why) => ({ guarantee: 'G6', why }));
  }

  #late(bindings: Bindings): readonly string[] {
    const waves = Math.ceil(this.#openAtCalm / this.#limits.maxRuns);
    const ofRuns = new Set(
      bindings.all().flatMap(({ rows }) => rows.map((row) => textAt(row.data, 'invocation', 'message_id'))),
    );
    return [...this.#answered].flatMap(([messageId, answeredAt]) => {
      const bound = DECIDED_WITHIN_MS + (ofRuns.has(messageId) ? waves * RUN_MS : 0);
      const took = answeredAt - this.#calmAt;
      return took <= bound
        ? []
        : [`${messageId} was answered ${took} ms after the faults, not within ${bound}`];
    });
  }
}
