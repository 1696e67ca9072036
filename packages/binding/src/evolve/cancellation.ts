import type { CancellationRequested, RunStopSent } from '../events/cancellation.js';
import { isTerminal, type BindingState } from '../state.js';
import { isFollowed } from './followed.js';
import { takeMessage } from './invocations.js';
import { isCaller, isInvocation, isText, isTextOrNull } from './readable.js';

/** State table, row CancellationRequested: durable before anything else, also before a run is known (SPEC X1). */
export function requestCancellation(state: BindingState, data: CancellationRequested): boolean {
  const { binding } = state;
  if (isTerminal(binding.status) || !isReadable(data)) return false;
  binding.cancel_requested = true;
  if (binding.status !== 'starting') binding.status = 'cancelling';
  if (data.message_id !== null) takeMessage(state, data.message_id, null);
  if (data.reply !== null) takeMessage(state, data.reply.message_id, null);
  return true;
}

/** State table, row RunStopSent: one stop call was made; the stream keeps what it was told (SPEC X2). */
export function noteStop(state: BindingState, { reason }: RunStopSent): boolean {
  return isFollowed(state.binding.status) && isText(reason);
}

function isReadable(data: CancellationRequested): boolean {
  return (
    isTextOrNull(data.message_id) &&
    isCaller(data.requested_by) &&
    (data.reply === null || isInvocation(data.reply))
  );
}
