import type { JsonObject, Principal } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';

/** The tenant and principal that trusted ingress verified (SPEC B7); never from payload. */
export interface VerifiedCaller {
  readonly principal: Pick<Principal, 'id' | 'kind'>;
  readonly tenant: { readonly id: string; readonly system: string | null } | null;
}

/** The run as admitted: all that a later process needs to start, observe and answer it (DESIGN 3.1). */
export interface OperatorRunRequested {
  readonly kind: 'objective' | 'delegation';
  readonly action_id: string;
  /** The Action as admitted (for a delegation the child Action). */
  readonly action: JsonObject;
  readonly delegation: JsonObject | null;
  readonly delegation_id: string | null;
  readonly parent_action_id: string | null;
  readonly endpoint_id: string;
  readonly capability_id: string;
  readonly idempotency_key: string;
  readonly session_id: string;
  readonly request_fingerprint: string;
  readonly principal: VerifiedCaller['principal'];
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
  readonly invocation: Invocation;
  /** SHA-256 of the canonical JSON of the command's body, to tell a redelivery (SPEC M9); absent in older rows. */
  readonly command_sha256?: string;
}
