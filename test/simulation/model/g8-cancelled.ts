import type { History } from './bindings.js';
import { at, textAt, type RunFacts, type Violation } from './facts.js';
import { said } from './g3-outcomes.js';

/** G8: cancelled is told only when the provider said cancelled. */
export function checkCancelled(binding: History, { calls, bus }: RunFacts): readonly Violation[] {
  const own = calls.filter((call) => call.session === binding.session);
  if (said(own, 'cancelled')) return [];
  const recorded = binding.end?.type === 'RunCancelled';
  const told = bus.some(
    (record) =>
      record.key === binding.actionId &&
      textAt(at(record.envelope, 'body', 'action_result'), 'status') === 'cancelled',
  );
  return recorded || told
    ? [{ guarantee: 'G8', why: `${binding.actionId}: cancelled without the provider's word` }]
    : [];
}
