import { ENDINGS, sourceOf, type History } from './bindings.js';
import { at, textAt, type BusRecord, type Row, type Violation } from './facts.js';

const AFTER_THE_END: ReadonlySet<string> = new Set(['LateEvidenceRecorded', 'DelegationResolved']);

/** G4, event by event: after the end of a binding nothing but evidence is appended. */
export class TerminalWatch {
  readonly #ended = new Map<string, string>();

  /** Says what is wrong with the next event of the log, or null. */
  see(row: Row): Violation | null {
    const actionId = sourceOf(row.stream);
    if (actionId === null) return null;
    const ended = this.#ended.get(actionId);
    if (ended !== undefined && !AFTER_THE_END.has(row.type))
      return { guarantee: 'G4', why: `${actionId}: ${row.type} after ${ended}` };
    if (ENDINGS.has(row.type)) this.#ended.set(actionId, row.type);
    return null;
  }
}

/** G4 when all is over: whoever asked got the same result, byte for byte. */
export function checkReplays(
  binding: History,
  rows: readonly Row[],
  bus: readonly BusRecord[],
): readonly Violation[] {
  const { actionId, end } = binding;
  if (end === null) return [];
  const asked = new Set(binding.rows.map((row) => textAt(row.data, 'invocation', 'message_id')));
  for (const row of rows) {
    if (row.type === 'ReplayServed' && textAt(row.data, 'source_action_id') === actionId)
      asked.add(textAt(row.data, 'invocation', 'message_id'));
  }
  const results = new Set<string>();
  for (const record of bus) {
    const result = at(record.envelope, 'body', 'action_result');
    if (result === undefined || !asked.has(textAt(record.envelope, 'in_response_to'))) continue;
    if (textAt(result, 'status') !== 'requires_human') results.add(JSON.stringify(result));
  }
  if (results.size === 1) return [];
  return [{ guarantee: 'G4', why: `${actionId}: ${results.size} different results were published` }];
}
