import type { JsonObject } from '@aip-hermes/aip';
import type { StoredResult } from '../events/beside.js';
import type { BindingState } from '../state.js';
import { outputFacts } from './output-facts.js';

/** What a replay of a waiting Action is told (SPEC B5, R2, R3); null when no prompt is open. */
export function requiresHumanOf(state: BindingState): StoredResult | null {
  const { binding } = state;
  if (binding.pending_approval === null) return null;
  const output: JsonObject = {
    ...outputFacts(state, 'waiting_for_approval', null),
    pending_approval: binding.pending_approval,
    provider: null,
  };
  return {
    status: 'requires_human',
    output,
    message: [{ type: 'json', data: output }],
    error: null,
    next_sequence: binding.next_sequence,
  };
}
