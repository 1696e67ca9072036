import type { BindingStatus } from '../state.js';

/** The states of a bound run that has not ended: the middle columns of the state table (SPEC 3). */
export function isFollowed(status: BindingStatus): boolean {
  return status === 'running' || status === 'waiting_for_approval' || status === 'cancelling';
}
