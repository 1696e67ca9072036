import type { Principal } from '@aip-hermes/aip';

/** Why a command has an invocation of a binding. `delegation`: a source that is answered with a DelegationResult. */
export type InvocationRole = 'source' | 'resume' | 'replay' | 'delegation';

/** How the caller waits (AIP `mode`; unset is sync). */
export type InvocationMode = 'sync' | 'async' | 'streaming';

/** Ids a DelegationResult repeats. */
export interface DelegationRef {
  readonly delegation_id: string;
  readonly parent_action_id: string;
  readonly child_action_id: string;
}

/**
 * One command that waits for an answer of a binding, with all that its reply needs, so that any event that
 * settles it can be projected by itself (DESIGN 3, self-contained).
 */
export interface Invocation {
  /** `message_id` of the command; the reply's `in_response_to`. */
  readonly message_id: string;
  /** The Action id the reply is about: the source's for source and replay, its own for a resume. */
  readonly action_id: string;
  readonly role: InvocationRole;
  readonly mode: InvocationMode;
  readonly correlation_id: string | null;
  readonly session_id: string | null;
  /** Whom the reply is addressed to: the authenticated caller. */
  readonly reply_to: Pick<Principal, 'id' | 'kind'>;
  readonly traceparent: string | null;
  readonly delegation: DelegationRef | null;
}
