import type { Invocation } from '../invocation.js';
import type { BindingState } from '../state.js';

/** An invocation is open and its message taken (SPEC B8, M9). */
export function openInvocation(state: BindingState, invocation: Invocation): void {
  state.messageIds.add(invocation.message_id);
  state.invocations.set(invocation.message_id, invocation);
}

/** The invocations were told their outcome and are open no longer (SPEC R5). Their messages stay taken. */
export function settleInvocations(state: BindingState, settles: readonly Invocation[]): void {
  for (const { message_id } of settles) {
    state.messageIds.add(message_id);
    state.invocations.delete(message_id);
  }
}
