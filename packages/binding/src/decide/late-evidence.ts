import type { JsonObject } from '@aip-hermes/aip';
import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { keepProvider, type ProviderLimits } from './provider-says.js';

/** What was learned about a run after its outcome was settled as unknown (SPEC S9). Changes no state. */
export function recordLateEvidence(
  state: BindingState,
  learned: {
    readonly what: 'run_ended' | 'gone';
    readonly run_id: string;
    readonly said: JsonObject | null;
    readonly detail: string;
  },
  limits: ProviderLimits,
): StreamDecision {
  if (!isTerminal(state.binding.status)) return nothing('the run has not ended here');
  const kept =
    learned.said === null
      ? { provider: null }
      : keepProvider(learned.said, limits.max_output_bytes, limits.secrets);
  return append({
    type: 'LateEvidenceRecorded',
    data: { what: learned.what, run_id: learned.run_id, ...kept, detail: learned.detail },
  });
}
