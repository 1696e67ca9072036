import type { OutputFacts } from '../events/outcome.js';
import type { BindingState, BindingStatus } from '../state.js';

/**
 * The result members of SPEC R1 that stand in a settling event, as they are after the event.
 * `pending_approval` is null: a settling event's own prompt is composed from its provider event.
 */
export function outputFacts(
  state: BindingState,
  status: BindingStatus,
  lastEvent: string | null,
): OutputFacts {
  const { binding } = state;
  return {
    endpoint_id: binding.endpoint_id,
    run_id: binding.run_id,
    session_id: binding.session_id,
    source_action_id: binding.action_id,
    delegation_id: binding.delegation_id,
    parent_action_id: binding.parent_action_id,
    status,
    last_event: lastEvent ?? binding.last_event,
    pending_approval: null,
  };
}
