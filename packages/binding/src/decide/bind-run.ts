import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';

/** An accepted start. */
export interface AcceptedStart {
  readonly claim_id: string;
  readonly run_id: string;
  readonly replayed: boolean | null;
  /** The observation that follows at once (SPEC O1). */
  readonly observation: { readonly claim_id: string; readonly instance_id: string };
}

/**
 * Fence 4: the run id is bound under the claim that started it; when the binding was settled meanwhile the id is
 * kept as late evidence, never thrown away (SPEC S4, S9).
 */
export function bindRun(state: BindingState, accepted: AcceptedStart): StreamDecision {
  const { binding } = state;
  if (binding.status === 'starting' && binding.start_claim?.claim_id === accepted.claim_id) {
    const bound = { claim_id: accepted.claim_id, run_id: accepted.run_id, replayed: accepted.replayed };
    return append(
      { type: 'RunBound', data: bound },
      { type: 'ObservationClaimed', data: accepted.observation },
    );
  }
  if (binding.run_id === accepted.run_id || state.lateRunId === accepted.run_id)
    return nothing('the run id is known');
  if (!isTerminal(binding.status)) return nothing('the claim is not in force');
  return append({
    type: 'LateEvidenceRecorded',
    data: {
      what: 'run_id',
      run_id: accepted.run_id,
      provider: null,
      detail:
        'The provider accepted the run after the outcome was recorded as unknown; it needs reconciliation.',
    },
  });
}
