import type { Invocation } from '../invocation.js';
import type { BindingState } from '../state.js';

/** The message is taken, by the command of this digest; what is known of it stays (SPEC M9). */
export function takeMessage(state: BindingState, messageId: string, commandSha256: string | null): void {
  if ((state.messageIds.get(messageId) ?? null) === null) state.messageIds.set(messageId, commandSha256);
}

/** An invocation is open and its message taken (SPEC B8, M9). */
export function openInvocation(
  state: BindingState,
  invocation: Invocation,
  commandSha256: string | null,
): void {
  takeMessage(state, invocation.message_id, commandSha256);
  state.invocations.set(invocation.message_id, invocation);
}

/** The invocations were told their outcome and are open no longer (SPEC R5). Their messages stay taken. */
export function settleInvocations(state: BindingState, settles: readonly Invocation[]): void {
  for (const { message_id } of settles) {
    takeMessage(state, message_id, null);
    state.invocations.delete(message_id);
  }
}
