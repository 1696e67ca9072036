import type { RunStartClaimed } from '../events/start.js';
import type { BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { tooLateToStart } from './before-start.js';
import { notStarted } from './settle-start.js';

/**
 * Fence 2: an unclaimed `starting` binding may be claimed when a slot is free; what has become too old meanwhile
 * is settled instead (SPEC S1, I12).
 */
export function claimStart(
  state: BindingState,
  claim: RunStartClaimed,
  facts: { readonly nowMs: number; readonly maxCommandAgeMs: number },
): StreamDecision {
  const { binding } = state;
  if (binding.status !== 'starting' || binding.start_claim !== null || binding.cancel_requested) {
    return nothing('there is nothing to claim');
  }
  const error = tooLateToStart(state.request, facts.nowMs, facts.maxCommandAgeMs);
  if (error !== null) return append(notStarted(state, error, 'too late to start'));
  return append({ type: 'RunStartClaimed', data: claim });
}
