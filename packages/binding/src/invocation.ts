import type { Principal } from '@aip-hermes/aip';

/** Why a command has an invocation of a binding. `delegation`: a source that is answered with a DelegationResult. */
export type InvocationRole = 'source' | 'resume' | 'replay' | 'delegation';

/** How the caller waits (AIP `mode`; unset is sync). */
export type InvocationMode = 'sync' | 'async' | 'streaming';

/** Ids a DelegationResult repeats. */
export interface DelegationRef {
  /** Id of the delegation. */
  readonly delegation_id: string;
  /** The Action that delegates. */
  readonly parent_action_id: string;
  /** The delegated Action. */
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
  /** Why it stands here. */
  readonly role: InvocationRole;
  /** How the caller waits. */
  readonly mode: InvocationMode;
  /** That of the command; null: none. */
  readonly correlation_id: string | null;
  /** That of the command; null: none. */
  readonly session_id: string | null;
  /** Whom the reply is addressed to: the authenticated caller. */
  readonly reply_to: Pick<Principal, 'id' | 'kind'>;
  /** W3C trace context; null: none. */
  readonly traceparent: string | null;
  /** What a DelegationResult repeats; null: no delegation. */
  readonly delegation: DelegationRef | null;
}
