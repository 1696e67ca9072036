import type { Invocation } from '../invocation.js';
import type { BindingState } from '../state.js';

/** The open invocations, oldest first: who is told RequiresHuman (SPEC A1). */
export function openInvocations(state: BindingState): readonly Invocation[] {
  return [...state.invocations.values()];
}

/**
 * Who is told the end (SPEC R5): every open invocation; when none of them is under the source Action id,
 * the source once more, so that a RequiresHuman is always followed by the end.
 */
export function settledByTheEnd(state: BindingState): readonly Invocation[] {
  const open = openInvocations(state);
  const sourceIsOpen = open.some((invocation) => invocation.action_id === state.binding.action_id);
  return sourceIsOpen ? open : [...open, state.source];
}
