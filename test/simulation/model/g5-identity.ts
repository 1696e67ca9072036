import { sourceOf, type Bindings } from './bindings.js';
import { at, textAt, type BusRecord, type Delivered, type Row, type Violation } from './facts.js';

/**
 * G5, step by step: every invocation that a binding takes, and every replay it serves, is of the request that created it; who
 * asks for something else under its id gets a refusal.
 */
export class IdentityWatch {
  readonly #bindings: Bindings;
  readonly #commands = new Map<string, NonNullable<Delivered['command']>>();
  readonly #created = new Map<string, string | null>();

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** A command is about to be delivered. */
  delivered({ command }: Pick<Delivered, 'command'>): void {
    if (command !== null) this.#commands.set(command.messageId, command);
  }

  /** Says what is wrong with the next event of the log, or null. */
  row(row: Row): Violation | null {
    const served = row.type === 'ReplayServed';
    if (row.type !== 'InvocationAccepted' && !served) return null;
    const actionId = served ? textAt(row.data, 'source_action_id') : (sourceOf(row.stream) ?? '');
    const messageId = textAt(row.data, 'invocation', 'message_id');
    const command = this.#commands.get(messageId);
    if (command === undefined) return { guarantee: 'G5', why: `${actionId}: nobody sent ${messageId}` };
    const created = this.#created.get(actionId);
    if (created === undefined) this.#created.set(actionId, command.identity);
    return created === undefined || created === command.identity
      ? null
      : { guarantee: 'G5', why: `${actionId}: ${messageId} is another request than the one that created it` };
  }

  /** Says what is wrong with the next published message, or null. */
  message(record: BusRecord): Violation | null {
    const result = at(record.envelope, 'body', 'action_result');
    const command = this.#commands.get(textAt(record.envelope, 'in_response_to'));
    if (result === undefined || command === undefined || command.identity === null) return null;
    const created = this.#created.get(command.actionId);
    if (created === undefined || created === command.identity) return null;
    const code = textAt(result, 'error', 'code');
    if (textAt(result, 'status') === 'failed' && code.endsWith('.operator_policy')) return null;
    const bindings = this.#bindings.of(command.actionId) === undefined ? 'no binding' : 'a binding';
    return {
      guarantee: 'G5',
      why: `${command.messageId} asks for something else under ${command.actionId} (${bindings}) and gets ${textAt(result, 'status')} ${code}`,
    };
  }
}
