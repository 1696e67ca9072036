import type { Bindings } from './bindings.js';
import { at, textAt, type BusRecord, type Delivered, type Violation } from './facts.js';

const REPLIES = ['action_result', 'delegation_result', 'ack', 'error'] as const;

/** G6 when all is over: every command got a reply, or is an open invocation of a binding that waits for a person. */
export class AnswerWatch {
  readonly #answered = new Set<string>();
  readonly #told = new Set<string>();

  /** The next published message. */
  see(record: BusRecord): void {
    const { envelope, key } = record;
    if (REPLIES.some((reply) => at(envelope, 'body', reply) !== undefined))
      this.#answered.add(textAt(envelope, 'in_response_to'));
    const result = at(envelope, 'body', 'action_result');
    if (key !== null && textAt(result, 'action_id') === key && textAt(result, 'status') !== 'requires_human')
      this.#told.add(key);
  }

  /** What is missing: a reply to a command; the end of a binding, which everyone who waited is told (R5). */
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
    return [...lost, ...untold].map((why) => ({ guarantee: 'G6', why }));
  }
}
