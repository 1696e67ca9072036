import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';

/** SPEC O6: the stream gave out without a terminal event; from here on the run is polled. */
export function endStream(
  state: BindingState,
  claimId: string,
  reason: string,
  detail: string,
): StreamDecision {
  if (isTerminal(state.binding.status)) return nothing('the run has ended');
  if (state.streamEnded) return nothing('the end of the stream stands already');
  if (state.binding.observation?.claim_id !== claimId) return nothing('somebody else observes the run');
  return append({ type: 'StreamEnded', data: { sequence: state.binding.next_sequence, reason, detail } });
}
