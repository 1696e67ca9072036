import { isTerminal, type BindingState } from '../state.js';
import type { BindingEvent } from '../events/binding-event.js';
import { append, nothing, type StreamDecision } from './decision.js';

/**
 * A bound run gets a new observer, which polls: a consumed stream is never opened again (SPEC O7). The stream's
 * end is recorded unless it was already.
 */
export function takeOver(
  state: BindingState,
  observation: { readonly claim_id: string; readonly instance_id: string },
): StreamDecision {
  const { binding } = state;
  if (binding.run_id === null || isTerminal(binding.status)) return nothing('there is no run to observe');
  const events: BindingEvent[] = [{ type: 'ObservationClaimed', data: observation }];
  if (!state.streamEnded) {
    const detail = 'another process observes the run now, by polling';
    events.push({
      type: 'StreamEnded',
      data: { sequence: binding.next_sequence, reason: 'taken_over', detail },
    });
  }
  return append(...events);
}
