import {
  DEFAULT_POLICY,
  endpointOfCapability,
  isTerminal,
  joinRun,
  type BindingState,
  type RunRequest,
  type StoredResult,
} from '@aip-hermes/binding';
import { actionRequest } from './action-request.js';
import type { TakenOf } from './taken-command.js';
import type { Trusted } from './trusted-caller.js';

/** A replay and what it is served. */
export interface SettledReplay {
  readonly request: RunRequest;
  readonly result: StoredResult;
}

/**
 * The replay of an Action that has ended, for a caller who cannot use its endpoint any more, such as one that is no
 * longer configured: the same request of the same caller gets its stored result for ever (SPEC B5, B7; G4). Null for
 * anything else. Nothing is asked of the endpoint, so its policy does not matter.
 */
export function settledReplay(
  taken: TakenOf<'aip.core.v1.action'>,
  trusted: Trusted,
  state: BindingState | null,
  maxAppendBytes: number,
): SettledReplay | null {
  if (state === null || !isTerminal(state.binding.status)) return null;
  const { endpoint_id: id } = state.binding;
  if (endpointOfCapability(taken.envelope.body.action.capability_id) !== id) return null;
  const endpoint = { id, policy: DEFAULT_POLICY, policyDigest: state.request.policy_digest };
  const built = actionRequest(taken, trusted, endpoint, maxAppendBytes);
  if (built.kind === 'refused') return null;
  const decision = joinRun(built.request, state);
  return decision.kind === 'replay' ? { request: built.request, result: decision.result } : null;
}
