import type { History } from './bindings.js';
import { textAt, type RunFacts, type Violation } from './facts.js';

/** G5: every invocation that a binding took, and every replay it served, is of the request that created it. */
export function checkIdentity(binding: History, facts: RunFacts): readonly Violation[] {
  const identities = new Map(
    facts.delivered.flatMap(({ command }) =>
      command === null ? [] : [[command.messageId, command.identity] as const],
    ),
  );
  const taken = [
    ...binding.rows.filter((row) => row.type === 'InvocationAccepted'),
    ...facts.rows.filter(
      (row) => row.type === 'ReplayServed' && textAt(row.data, 'source_action_id') === binding.actionId,
    ),
  ].map((row) => textAt(row.data, 'invocation', 'message_id'));
  const [first] = taken;
  if (first === undefined) return [{ guarantee: 'G5', why: `${binding.actionId}: nobody asked for it` }];
  const created = identities.get(first);
  return taken.flatMap((messageId) =>
    identities.get(messageId) === created
      ? []
      : [{ guarantee: 'G5', why: `${binding.actionId}: ${messageId} is another request than ${first}` }],
  );
}
