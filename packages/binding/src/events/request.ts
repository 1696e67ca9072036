import type { JsonObject, Principal } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';

/** The tenant and principal that trusted ingress verified (SPEC B7); never from payload. */
export interface VerifiedCaller {
  /** Who sends the command. */
  readonly principal: Pick<Principal, 'id' | 'kind'>;
  /** For whom; null: for no tenant. */
  readonly tenant: { readonly id: string; readonly system: string | null } | null;
}

/** The run as admitted: all that a later process needs to start, observe and answer it (DESIGN 3.1). */
export interface OperatorRunRequested {
  /** What the run does. */
  readonly kind: 'objective' | 'delegation';
  /** The source Action. */
  readonly action_id: string;
  /** The Action as admitted (for a delegation the child Action). */
  readonly action: JsonObject;
  /** The DelegationRequest; null: none. */
  readonly delegation: JsonObject | null;
  /** Null: no delegation. */
  readonly delegation_id: string | null;
  /** Null: no delegation. */
  readonly parent_action_id: string | null;
  /** The endpoint that is to run it. */
  readonly endpoint_id: string;
  /** The capability that was asked for. */
  readonly capability_id: string;
  /** The key on the Action (SPEC I5). */
  readonly idempotency_key: string;
  /** `aip-operator-<action id>` (SPEC I7). */
  readonly session_id: string;
  /** SHA-256 that every later command with this id is compared with (SPEC B2). */
  readonly request_fingerprint: string;
  /** Verified sender. */
  readonly principal: VerifiedCaller['principal'];
  /** Verified tenant; null: none. */
  readonly tenant: VerifiedCaller['tenant'];
  /** `sent_at` of the command as typed. */
  readonly sent_at: string;
  /** Absolute end from the execution context, RFC 3339; null: none. */
  readonly trusted_deadline: string | null;
  /** Earliest expiry in the approval evidence, RFC 3339; null: none. */
  readonly approval_expires_at: string | null;
  /** Observation window from binding on: the shorter of policy and Action (SPEC O5), milliseconds. */
  readonly timeout_ms: number;
  /** `sha256:` digest of the effective policy, for the audit. */
  readonly policy_digest: string;
}

/** A command joined the binding and waits for its reply. */
export interface InvocationAccepted {
  /** The command, with all that its reply needs. */
  readonly invocation: Invocation;
  /** SHA-256 of the canonical JSON of the command's body, to tell a redelivery (SPEC M9); absent in older rows. */
  readonly command_sha256?: string;
}
