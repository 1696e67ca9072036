import { isTerminal, type BindingState } from '../state.js';
import type { InvocationAccepted } from '../events/request.js';
import type { RunBound, RunStartClaimed } from '../events/start.js';
import type { EventFacts } from './event-facts.js';
import { openInvocation } from './invocations.js';
import { SOURCE_TO_COME } from './new-binding.js';
import { isId, isInvocation, isText } from './readable.js';

/** State table, row InvocationAccepted. The first one is the source's own. */
export function acceptInvocation(
  state: BindingState,
  { invocation, command_sha256: digest }: InvocationAccepted,
): boolean {
  if (isTerminal(state.binding.status) || !isInvocation(invocation)) return false;
  if (digest !== undefined && !isText(digest)) return false;
  if (state.source.message_id === SOURCE_TO_COME) state.source = invocation;
  openInvocation(state, invocation, digest ?? null);
  return true;
}

/** State table, row RunStartClaimed: the start fence is taken (SPEC S1), once, and never after a cancel (X8). */
export function claimStart(state: BindingState, claim: RunStartClaimed): boolean {
  const { binding } = state;
  if (binding.status !== 'starting' || binding.start_claim !== null || binding.cancel_requested) return false;
  const { claim_id, instance_id, claimed_at, expires_at } = claim;
  if (!isId(claim_id) || !isId(instance_id) || !isText(claimed_at) || !isText(expires_at)) return false;
  binding.start_claim = { claim_id, instance_id, claimed_at, expires_at };
  return true;
}

/** State table, row RunBound: the run is known and the claim cleared (SPEC S4). */
export function bindRun(state: BindingState, { run_id }: RunBound, facts: EventFacts): boolean {
  const { binding } = state;
  if (binding.status !== 'starting' || !isId(run_id)) return false;
  binding.status = binding.cancel_requested ? 'cancelling' : 'running';
  binding.run_id = run_id;
  binding.start_claim = null;
  state.boundAt = facts.recordedAt;
  return true;
}
