import type { ObservationClaimed, ProviderEventObserved, StreamEnded } from '../events/observation.js';
import type { BindingState } from '../state.js';
import { isFollowed } from './followed.js';
import { isCount, isId, isText } from './readable.js';

/** Name of the connector's own progress event of SPEC O4; it is no event of the provider. */
const EVENTS_LIMITED = 'connector.events_limited';

/** Name of an event of another run: counted, and no word of this one (SPEC B6). */
const FOREIGN_EVENT = 'connector.foreign_event';

/** State table, row ObservationClaimed: who appends provider events from now on (DESIGN 3.2 fence 6). */
export function claimObservation(
  state: BindingState,
  { claim_id, instance_id }: ObservationClaimed,
): boolean {
  if (!isFollowed(state.binding.status) || !isId(claim_id) || !isId(instance_id)) return false;
  state.binding.observation = { claim_id, instance_id };
  return true;
}

/** State table, row ProviderEventObserved (SPEC B6). The hot path of every fold: keep it a handful of assignments. */
export function observeProviderEvent(
  state: BindingState,
  { sequence, event }: ProviderEventObserved,
): boolean {
  const { binding } = state;
  if (!isFollowed(binding.status) || !isCount(sequence) || !isText(event)) return false;
  binding.next_sequence = sequence + 1;
  if (event === EVENTS_LIMITED) {
    state.eventsLimited = true;
    return true;
  }
  if (event !== FOREIGN_EVENT) binding.last_event = event;
  state.providerEvents += 1;
  return true;
}

/** State table, row StreamEnded: from here on the run is polled (SPEC O6, O7). */
export function endStream(state: BindingState, { sequence }: StreamEnded): boolean {
  if (!isFollowed(state.binding.status) || !isCount(sequence)) return false;
  state.binding.next_sequence = sequence + 1;
  state.streamEnded = true;
  return true;
}
