import type { History } from './bindings.js';
import { at, textAt, type RunFacts, type Violation } from './facts.js';

const REPLIES = ['action_result', 'delegation_result', 'ack', 'error'] as const;

/** G6: every command got a reply, or is an open invocation of a binding that waits for a person. */
export function checkAnswers(bindings: readonly History[], facts: RunFacts): readonly Violation[] {
  const answered = new Set<string>();
  for (const record of facts.bus) {
    if (REPLIES.some((reply) => at(record.envelope, 'body', reply) !== undefined))
      answered.add(textAt(record.envelope, 'in_response_to'));
  }
  const waiting = new Set(
    bindings
      .filter(
        (binding) => binding.end === null && binding.rows.some((row) => row.type === 'ApprovalRequested'),
      )
      .flatMap((binding) => binding.rows.map((row) => textAt(row.data, 'invocation', 'message_id'))),
  );
  const lost = facts.delivered.flatMap(({ command }) =>
    command === null || answered.has(command.messageId) || waiting.has(command.messageId)
      ? []
      : [{ guarantee: 'G6', why: `${command.messageId} about ${command.actionId} was never answered` }],
  );
  return [...lost, ...bindings.flatMap((binding) => checkEnd(binding, facts))];
}

/** G6, R5: when a binding ends, everyone who waited is told the end, and the source in any case. */
function checkEnd(binding: History, { bus }: RunFacts): readonly Violation[] {
  const { end, actionId } = binding;
  if (end === null) return [];
  const told = bus.filter(
    (record) => record.key === actionId && at(record.envelope, 'body', 'action_result') !== undefined,
  );
  const results = told.map((record) => at(record.envelope, 'body', 'action_result'));
  const source = results.some(
    (result) => textAt(result, 'action_id') === actionId && textAt(result, 'status') !== 'requires_human',
  );
  return source ? [] : [{ guarantee: 'G6', why: `${actionId} ended with ${end.type} and nobody was told` }];
}
