/** Default and inclusive bounds of a whole-number key. */
export interface PolicyBound {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** Every whole-number key of the policy (SPEC 10; the seed's table and the `+` keys). */
export const POLICY_BOUNDS = {
  timeout_ms: { default: 900_000, min: 1_000, max: 86_400_000 },
  poll_interval_ms: { default: 250, min: 10, max: 60_000 },
  max_events: { default: 4_096, min: 1, max: 100_000 },
  max_input_bytes: { default: 1_048_576, min: 1_024, max: 16_777_216 },
  max_delegation_depth: { default: 16, min: 1, max: 128 },
  start_claim_ttl_ms: { default: 60_000, min: 1_000, max: 300_000 },
  cancel_grace_ms: { default: 15_000, min: 1_000, max: 300_000 },
  max_concurrent_runs: { default: 8, min: 1, max: 10_000 },
  max_output_bytes: { default: 262_144, min: 1_024, max: 4_194_304 },
  max_event_data_bytes: { default: 196_608, min: 1_024, max: 4_194_304 },
  max_command_age_ms: { default: 3_600_000, min: 1_000, max: 604_800_000 },
  prompt_ttl_ms: { default: 240_000, min: 1_000, max: 86_400_000 },
  drain_timeout_ms: { default: 10_000, min: 0, max: 300_000 },
} as const satisfies Record<string, PolicyBound>;

/** UTF-8 bytes of `system_instructions`, at most (SPEC 10). */
export const MAX_SYSTEM_INSTRUCTIONS_BYTES = 131_072;

/** UTF-8 bytes of one prefix, at most (SPEC 10). */
export const MAX_PREFIX_BYTES = 512;

/** Entries of one prefix list, at most: a list is read by people and searched for every delegation. */
export const MAX_PREFIXES = 1_024;

/** UTF-8 bytes of `model`, at most: it goes into every start body. */
export const MAX_MODEL_BYTES = 512;
