import type { BindingState, VerifiedCaller } from '@aip-hermes/binding';

/** Whether a caller's tenant may know of a binding of another Action; one it may not is as if it did not exist (SPEC B7). */
export function isVisible(state: BindingState | null, caller: VerifiedCaller): state is BindingState {
  if (state === null) return false;
  const { tenant } = state.binding;
  return tenant?.id === caller.tenant?.id && tenant?.system === caller.tenant?.system;
}
