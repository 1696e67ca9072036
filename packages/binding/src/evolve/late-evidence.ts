import type { LateEvidenceRecorded } from '../events/outcome.js';
import type { BindingState } from '../state.js';
import { isTextOrNull } from './readable.js';

/** State table, row LateEvidenceRecorded: kept, changes no state; a run id is offered for reconciliation (SPEC S9). */
export function noteLateEvidence(state: BindingState, { run_id }: LateEvidenceRecorded): boolean {
  if (!isTextOrNull(run_id)) return false;
  state.lateRunId = run_id ?? state.lateRunId;
  return true;
}
