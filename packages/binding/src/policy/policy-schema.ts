import { z } from 'zod';
import type { ApprovalChoice } from '../events/approval.js';
import {
  MAX_MODEL_BYTES,
  MAX_PREFIX_BYTES,
  MAX_PREFIXES,
  MAX_SYSTEM_INSTRUCTIONS_BYTES,
  POLICY_BOUNDS,
  type PolicyBound,
} from './policy-bounds.js';

const CHOICES = ['once', 'session', 'always', 'deny'] as const satisfies readonly ApprovalChoice[];
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** The shape of an operator policy (SPEC 10). Every rule sits on its key, so that all problems show at once. */
export const POLICY_SCHEMA = z.strictObject({
  delegation_enabled: flag(false).refine((enabled) => !enabled, {
    error: 'delegation is not available yet in this release; leave it false',
  }),
  delegation_requires_approval: flag(true),
  delegation_approval_exempt_capability_prefixes: prefixes(),
  allowed_capability_prefixes: prefixes(),
  allowed_scope_prefixes: prefixes(),
  model: text(MAX_MODEL_BYTES),
  system_instructions: text(MAX_SYSTEM_INSTRUCTIONS_BYTES),
  timeout_ms: whole(POLICY_BOUNDS.timeout_ms),
  poll_interval_ms: whole(POLICY_BOUNDS.poll_interval_ms),
  max_events: whole(POLICY_BOUNDS.max_events),
  max_input_bytes: whole(POLICY_BOUNDS.max_input_bytes),
  max_delegation_depth: whole(POLICY_BOUNDS.max_delegation_depth),
  start_claim_ttl_ms: whole(POLICY_BOUNDS.start_claim_ttl_ms),
  cancel_grace_ms: whole(POLICY_BOUNDS.cancel_grace_ms),
  max_concurrent_runs: whole(POLICY_BOUNDS.max_concurrent_runs),
  max_output_bytes: whole(POLICY_BOUNDS.max_output_bytes),
  max_event_data_bytes: whole(POLICY_BOUNDS.max_event_data_bytes),
  max_command_age_ms: whole(POLICY_BOUNDS.max_command_age_ms),
  require_action_approval: flag(true),
  require_prompt_reference: flag(false),
  allow_resolve_all_approve: flag(false),
  allowed_choices: choices(),
  prompt_ttl_ms: whole(POLICY_BOUNDS.prompt_ttl_ms),
  publish_chunks: z
    .enum(['streaming', 'always'], { error: 'must be "streaming" or "always"' })
    .default('streaming'),
  drain_timeout_ms: whole(POLICY_BOUNDS.drain_timeout_ms),
});

function flag(initial: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean({ error: 'must be true or false' }).default(initial);
}

function whole({ default: initial, min, max }: PolicyBound): z.ZodDefault<z.ZodCustom<number, number>> {
  return z
    .custom<number>((value) => isWholeWithin(value, min, max), {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .default(initial);
}

function isWholeWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function text(maxBytes: number): z.ZodDefault<z.ZodNullable<z.ZodCustom<string, string>>> {
  return usableText(maxBytes).nullable().default(null);
}

function usableText(maxBytes: number): z.ZodCustom<string, string> {
  return z.custom<string>((value) => isUsableText(value, maxBytes), {
    error: `must be a text that is not blank, of at most ${maxBytes} bytes`,
  });
}

function isUsableText(value: unknown, maxBytes: number): boolean {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    !LONE_SURROGATE.test(value) &&
    Buffer.byteLength(value) <= maxBytes
  );
}

function prefixes(): z.ZodDefault<z.ZodArray<z.ZodCustom<string, string>>> {
  return z
    .array(usableText(MAX_PREFIX_BYTES), { error: 'must be a list of prefixes' })
    .max(MAX_PREFIXES, { error: `must have at most ${MAX_PREFIXES} entries` })
    .default([]);
}

function choices(): z.ZodDefault<z.ZodArray<z.ZodEnum<{ [K in ApprovalChoice]: K }>>> {
  return z
    .array(z.enum(CHOICES, { error: `must be one of ${CHOICES.join(', ')}` }), {
      error: 'must be a list of choices',
    })
    .refine((list) => list.includes('deny'), { error: 'must include deny: a prompt can always be denied' })
    .refine((list) => new Set(list).size === list.length, { error: 'must not name a choice twice' })
    .default([...CHOICES]);
}
