import { ENDINGS, sourceOf, type Bindings } from './bindings.js';
import { at, textAt, type BusRecord, type Row, type Violation } from './facts.js';

const AFTER_THE_END: ReadonlySet<string> = new Set(['LateEvidenceRecorded', 'DelegationResolved']);

/** G4, step by step: after the end of a binding nothing but evidence is appended, and whoever asks gets the same result. */
export class TerminalWatch {
  readonly #bindings: Bindings;
  readonly #ended = new Map<string, string>();
  /** Who asked for which source, by message id. */
  readonly #asked = new Map<string, string>();
  readonly #results = new Map<string, string>();

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** Says what is wrong with the next event of the log, or null. */
  row(row: Row): Violation | null {
    const actionId = sourceOf(row.stream);
    const messageId = textAt(row.data, 'invocation', 'message_id');
    if (actionId === null) {
      if (row.type === 'ReplayServed') this.#asked.set(messageId, textAt(row.data, 'source_action_id'));
      return null;
    }
    if (messageId !== '') this.#asked.set(messageId, actionId);
    const ended = this.#ended.get(actionId);
    if (ended !== undefined && !AFTER_THE_END.has(row.type))
      return { guarantee: 'G4', why: `${actionId}: ${row.type} after ${ended}` };
    if (ENDINGS.has(row.type)) this.#ended.set(actionId, row.type);
    return null;
  }

  /** Says what is wrong with the next published message, or null. */
  message(record: BusRecord): Violation | null {
    const result = at(record.envelope, 'body', 'action_result');
    const actionId = this.#asked.get(textAt(record.envelope, 'in_response_to'));
    if (result === undefined || actionId === undefined || textAt(result, 'status') === 'requires_human')
      return null;
    if (!this.#ended.has(actionId)) return { guarantee: 'G4', why: `${actionId}: a result before the end` };
    const text = JSON.stringify(result);
    const before = this.#results.get(actionId) ?? text;
    this.#results.set(actionId, before);
    return before === text
      ? null
      : { guarantee: 'G4', why: `${actionId}: two different results are published` };
  }

  /** What is missing when all is over: the result of a binding that ended. */
  missing(): readonly Violation[] {
    return this.#bindings
      .all()
      .filter(({ actionId, end }) => end !== null && !this.#results.has(actionId))
      .map(({ actionId }) => ({
        guarantee: 'G4',
        why: `${actionId} has ended, its result was not published`,
      }));
  }
}
