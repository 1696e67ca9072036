import { parseTimestamp } from '@aip-hermes/aip';
import type { BindingState } from '../state.js';

/**
 * When observation ends, milliseconds since 1970 (SPEC O5): the time-out counted from binding, or the trusted
 * deadline when that is earlier; null before the run is bound.
 */
export function deadlineOf(state: BindingState): number | null {
  const boundAt = state.boundAt === null ? null : parseTimestamp(state.boundAt);
  if (boundAt === null) return null;
  const byTimeout = boundAt + state.request.timeout_ms;
  const trusted =
    state.request.trusted_deadline === null ? null : parseTimestamp(state.request.trusted_deadline);
  return trusted === null ? byTimeout : Math.min(byTimeout, trusted);
}
