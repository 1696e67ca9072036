import { textAt, type Row, type Violation } from './facts.js';

const DECISIONS: ReadonlySet<string> = new Set(['InvocationAccepted', 'CommandRefused', 'ReplayServed']);

/** M9, row by row: whatever comes again is decided once: one message id, one decision in the log. */
export class OnceWatch {
  readonly #decided = new Map<string, string>();

  /** Says what is wrong with the next event of the log, or null. */
  see(row: Row): Violation | null {
    if (!DECISIONS.has(row.type)) return null;
    const messageId = textAt(row.data, 'invocation', 'message_id');
    const before = this.#decided.get(messageId);
    this.#decided.set(messageId, row.type);
    if (before === undefined) return null;
    return { guarantee: 'M9', why: `${messageId} was decided twice: ${before}, ${row.type}` };
  }
}
