import type { ApprovalChoice } from '../events/approval.js';

/** The operator policy of a deployment (SPEC 10), complete: every key has a value. Times in milliseconds. */
export interface Policy {
  /** First-class delegation; off by default and not available yet (SPEC D2). */
  readonly delegation_enabled: boolean;
  /** A delegated child needs a durable approval (SPEC D4). */
  readonly delegation_requires_approval: boolean;
  /** Capability prefixes that skip only the approval check of SPEC D4. */
  readonly delegation_approval_exempt_capability_prefixes: readonly string[];
  /** Capability prefixes open to delegation; `*` opens all (SPEC D2). */
  readonly allowed_capability_prefixes: readonly string[];
  /** Scope prefixes open to delegation; `*` opens all (SPEC D2). */
  readonly allowed_scope_prefixes: readonly string[];
  /** Model route asked of the provider; null: the provider's default (SPEC I7). */
  readonly model: string | null;
  /** Replaces the general part of the instructions; null: the built-in text (SPEC I7). */
  readonly system_instructions: string | null;
  /** Observation window of a run (SPEC O5). */
  readonly timeout_ms: number;
  /** Interval of status polls without a stream (SPEC O6). */
  readonly poll_interval_ms: number;
  /** Provider events recorded per run before only `approval.*` and `run.*` are (SPEC O4). */
  readonly max_events: number;
  /** Serialised provider input, UTF-8 bytes (SPEC I8). */
  readonly max_input_bytes: number;
  /** A delegation chain must be shorter (SPEC D3). */
  readonly max_delegation_depth: number;
  /** Window of the start and answer claims (SPEC S1, A6). */
  readonly start_claim_ttl_ms: number;
  /** Time from the stop to a confirmed end (SPEC X2). */
  readonly cancel_grace_ms: number;
  /** Runs in flight per endpoint and process (DESIGN 3.2). */
  readonly max_concurrent_runs: number;
  /** Provider document of an ending, serialised UTF-8 bytes (SPEC R6). */
  readonly max_output_bytes: number;
  /** Provider document of any other event, serialised UTF-8 bytes (SPEC R6). */
  readonly max_event_data_bytes: number;
  /** Age by `sent_at` above which a command starts nothing (SPEC I12). */
  readonly max_command_age_ms: number;
  /** An operator Action must carry an approved approval (SPEC I11). */
  readonly require_action_approval: boolean;
  /** An allowing answer must name its prompt (SPEC A9). */
  readonly require_prompt_reference: boolean;
  /** `resolve_all` may be combined with an allowing choice (SPEC A8). */
  readonly allow_resolve_all_approve: boolean;
  /** What a person may answer; `deny` is always in it (SPEC A11). */
  readonly allowed_choices: readonly ApprovalChoice[];
  /** Age at which a prompt expires (SPEC A10). */
  readonly prompt_ttl_ms: number;
  /** Chunks for streaming Actions only, or for all (SPEC O3). */
  readonly publish_chunks: 'streaming' | 'always';
  /** Time that a stop of the process goes on observing (DESIGN 5). */
  readonly drain_timeout_ms: number;
}

/** Something wrong with a policy; `path` names the key, e.g. `policy.allowed_choices[1]`. */
export interface PolicyProblem {
  readonly path: string;
  readonly message: string;
}
