import type { ProtocolError } from '@aip-hermes/aip';
import type { OperatorRunRequested } from '../events/request.js';
import type { RunStartClaimed } from '../events/start.js';
import type { Invocation } from '../invocation.js';
import { append, type CommandDecision } from './decision.js';
import { tooLateToStart } from './before-start.js';

/** An admitted command for a new source Action: everything the binding will hold. */
export interface RunRequest {
  readonly requested: OperatorRunRequested;
  readonly invocation: Invocation;
  /** Digest of the command's body (SPEC M9). */
  readonly command_sha256: string;
}

/** What the shell knows at the moment of the decision. */
export interface RequestFacts {
  readonly nowMs: number;
  readonly maxCommandAgeMs: number;
  /** A free slot's claim, or null: the run waits for one (DESIGN 3.2 fences 1 and 2). */
  readonly claim: RunStartClaimed | null;
  /** A refusal found by the checks of SPEC section 2 that need no binding, or null. */
  readonly refusal: ProtocolError | null;
}

/**
 * Fence 1: a new binding. Events for one append at `no_stream`, the start claim with them when a slot is free.
 * SPEC B1, I12, M8.
 */
export function requestRun(request: RunRequest, facts: RequestFacts): CommandDecision {
  const error = facts.refusal ?? tooLateToStart(request.requested, facts.nowMs, facts.maxCommandAgeMs);
  if (error !== null) return { kind: 'refuse', error };
  const created = [
    { type: 'OperatorRunRequested', data: request.requested },
    {
      type: 'InvocationAccepted',
      data: { invocation: request.invocation, command_sha256: request.command_sha256 },
    },
  ] as const;
  return facts.claim === null
    ? append(...created)
    : append(...created, { type: 'RunStartClaimed', data: facts.claim });
}
