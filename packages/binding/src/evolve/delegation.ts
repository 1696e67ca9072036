import type { DelegationResolved } from '../events/outcome.js';
import { delegatedResultOf } from '../result/delegated-result.js';
import { isTerminal, type BindingState } from '../state.js';
import { settleInvocations } from './invocations.js';
import { isCount, isError, isObjectOrNull, isSettles, isTextOrNull } from './readable.js';

/**
 * State table, row DelegationResolved: once, after the end. The verified child, or why there is none, becomes the
 * result of a delegated run (SPEC D6, D10; G9); it never replaces the result of a direct one (G4).
 */
export function resolveDelegation(state: BindingState, data: DelegationResolved): boolean {
  if (!isTerminal(state.binding.status) || state.delegationResolved || !isReadable(data)) return false;
  state.delegationResolved = true;
  if (state.request.kind === 'delegation') {
    state.result = delegatedResultOf(data);
    state.binding.error = state.result.error;
  }
  settleInvocations(state, data.settles);
  return true;
}

function isReadable(data: DelegationResolved): boolean {
  return (
    isTextOrNull(data.code) &&
    isObjectOrNull(data.child_result) &&
    (data.error === null || isError(data.error)) &&
    isCount(data.next_sequence) &&
    isSettles(data.settles)
  );
}
