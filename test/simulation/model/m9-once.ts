import { textAt, type Row, type Violation } from './facts.js';

const DECISIONS: ReadonlySet<string> = new Set(['InvocationAccepted', 'CommandRefused', 'ReplayServed']);

/** M9: whatever comes again is decided once: one message id, one decision in the log. */
export function checkOnce(rows: readonly Row[]): readonly Violation[] {
  const decided = new Map<string, string>();
  return rows.flatMap((row) => {
    if (!DECISIONS.has(row.type)) return [];
    const messageId = textAt(row.data, 'invocation', 'message_id');
    const before = decided.get(messageId);
    decided.set(messageId, row.type);
    if (before === undefined) return [];
    return [{ guarantee: 'M9', why: `${messageId} was decided twice: ${before}, ${row.type}` }];
  });
}
