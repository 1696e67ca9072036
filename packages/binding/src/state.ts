import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { ApprovalChoice } from './events/approval.js';
import type { OperatorRunRequested } from './events/request.js';
import type { StoredResult } from './events/beside.js';
import type { Invocation } from './invocation.js';
import type { ProjectionContext } from './metadata.js';

/** States of a binding (SPEC B4); the last four are terminal. */
export type BindingStatus =
  | 'starting'
  | 'running'
  | 'waiting_for_approval'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'outcome_unknown';

/** One answer in the ledger (SPEC 3, A3). */
export interface ApprovalCommand {
  readonly action_id: string;
  readonly request_fingerprint: string;
  readonly approval_generation: number;
  readonly choice: ApprovalChoice;
  readonly resolve_all: boolean;
  readonly claim_id: string;
  readonly instance_id: string;
  readonly status: 'claimed' | 'applied' | 'rejected' | 'outcome_unknown';
  readonly diagnostic: JsonObject | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
}

/** A prompt that waits for a person. */
export interface OpenPrompt {
  readonly generation: number;
  readonly request_id: string | null;
  readonly choices: readonly string[] | null;
  readonly prompt: JsonObject;
  readonly opened_at: string;
}

/** The binding with exactly the fields of SPEC 3, nullable ones present as null. */
export interface Binding {
  action_id: string;
  request_fingerprint: string;
  endpoint_id: string;
  run_id: string | null;
  session_id: string;
  start_claim: { claim_id: string; instance_id: string; claimed_at: string; expires_at: string } | null;
  delegation_id: string | null;
  parent_action_id: string | null;
  status: BindingStatus;
  cancel_requested: boolean;
  last_event: string | null;
  next_sequence: number;
  approval_generation: number;
  approval_commands: ApprovalCommand[];
  pending_approval: JsonObject | null;
  output: JsonObject | null;
  error: ProtocolError | null;
  created_at: string;
  updated_at: string;
  tenant: { id: string; system: string | null } | null;
  principal: { id: string; kind: string };
  open_prompts: OpenPrompt[];
  observation: { claim_id: string; instance_id: string } | null;
}

/**
 * A binding as folded: the public fields and what decisions need beside them. The fold changes it in place
 * (no copy per event); decisions only read it.
 */
export interface BindingState {
  readonly binding: Binding;
  /** How it was asked for. */
  readonly request: OperatorRunRequested;
  readonly projection: ProjectionContext;
  /** Open invocations by message id, oldest first (SPEC B8). */
  readonly invocations: Map<string, Invocation>;
  /** Every message id this stream has taken, with the digest of its command where that is recorded (SPEC M9). */
  readonly messageIds: Map<string, string | null>;
  /**
   * The source's own invocation, kept after it was settled: the extra end of SPEC R5 is addressed to it. Until it is
   * folded, the caller under the source Action id with an empty message id; set once.
   */
  source: Invocation;
  /** `recorded_at` of RunBound. */
  boundAt: string | null;
  /** Provider events recorded so far, for `max_events` (SPEC O4). */
  providerEvents: number;
  /** The progress chunk of SPEC O4 was recorded. */
  eventsLimited: boolean;
  /** The stream is over: the run is polled (SPEC O7). */
  streamEnded: boolean;
  /** Answers or expiries recorded so far: evidence for SPEC A1. */
  answersSettled: number;
  /** The result every replay is served (SPEC B5, G4); null before the end. */
  result: StoredResult | null;
  /** A run id learned after an unknown outcome (SPEC S9). */
  lateRunId: string | null;
  /** The delegated result was resolved. */
  delegationResolved: boolean;
  /** Last revision folded, and the hash chain's head. */
  revision: number;
  chain: string;
  /** Illegal events met, as `revision: type in status`, newest 16 (SPEC 3). */
  readonly damage: string[];
  /** Set when an event cannot be understood: no effect, no append for this binding (DESIGN 3). */
  unreadable: string | null;
}

/** The four states that end a binding. */
export function isTerminal(status: BindingStatus): boolean {
  return (
    status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'outcome_unknown'
  );
}
