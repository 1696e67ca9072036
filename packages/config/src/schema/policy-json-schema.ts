import { DEFAULT_POLICY, POLICY_BOUNDS, type Policy } from '@aip-hermes/binding';
import type { z } from 'zod';

/** What every policy key means, for people who write one (SPEC 10). */
const MEANINGS: Readonly<Record<keyof Policy, string>> = {
  delegation_enabled: 'First-class delegation; true is refused in this release.',
  delegation_requires_approval: 'A delegated child needs a durable approval.',
  delegation_approval_exempt_capability_prefixes:
    'Prefixes of capability ids whose delegation needs no approval record; every other check stays.',
  allowed_capability_prefixes: 'Prefixes of capability ids that may be delegated; `*` opens all.',
  allowed_scope_prefixes: 'Prefixes of scopes that may be delegated; `*` opens all.',
  model: 'Model route asked of Hermes; null: its own default.',
  system_instructions: 'Replaces the general part of the instructions; null: the built-in text.',
  timeout_ms: 'How long a run is observed, milliseconds.',
  poll_interval_ms: 'Interval of status polls where there is no stream, milliseconds.',
  max_events: 'Provider events recorded of one run; beyond it only those that decide its course.',
  max_input_bytes:
    'Serialised input sent to Hermes, bytes; also bounded by `log.max_append_bytes` less 131072.',
  max_delegation_depth: 'A chain of delegations must be shorter.',
  start_claim_ttl_ms: 'Window in which a claimed start or answer must be sent, milliseconds.',
  cancel_grace_ms: 'Time from a stop to the confirmed end of the run, milliseconds.',
  max_concurrent_runs: 'Runs in flight at one endpoint in one process; others wait.',
  max_output_bytes: 'Document of an ending, bytes; must fit into `log.max_append_bytes` less 131072.',
  max_event_data_bytes:
    'Document of any other event, bytes; must fit into `log.max_append_bytes` less 131072.',
  max_command_age_ms: 'A command sent longer ago than this starts nothing, milliseconds.',
  require_action_approval: 'An objective must carry an approved approval.',
  require_prompt_reference: 'An answer that allows something must name its prompt.',
  allow_resolve_all_approve: '`resolve_all` may go with a choice that allows something.',
  allowed_choices: 'What a person may answer to a prompt; `deny` is always among them.',
  prompt_ttl_ms: 'Age at which a prompt expires, milliseconds.',
  publish_chunks: 'Stream chunks for streaming Actions only, or for all.',
  drain_timeout_ms: 'How long a stopping process goes on following its runs, milliseconds.',
};

type JsonSchema = z.core.JSONSchema.JSONSchema;

const PREFIXES: JsonSchema = {
  type: 'array',
  maxItems: 1_024,
  items: { type: 'string', pattern: String.raw`\S`, maxLength: 512 },
};

/** The keys that are no whole numbers and no flags. */
const SHAPES: Readonly<Partial<Record<keyof Policy, JsonSchema>>> = {
  delegation_enabled: { type: 'boolean', enum: [false] },
  delegation_approval_exempt_capability_prefixes: PREFIXES,
  allowed_capability_prefixes: PREFIXES,
  allowed_scope_prefixes: PREFIXES,
  model: { type: ['string', 'null'], pattern: String.raw`\S`, maxLength: 512 },
  system_instructions: {
    type: ['string', 'null'],
    pattern: String.raw`\S`,
    maxLength: 131_072,
  },
  allowed_choices: {
    type: 'array',
    items: { type: 'string', enum: [...DEFAULT_POLICY.allowed_choices] },
    uniqueItems: true,
    contains: { const: 'deny' },
  },
  publish_chunks: { type: 'string', enum: ['streaming', 'always'] },
};

/** JSON Schema of `policy`, from the bounds and defaults of the binding package. */
export function policyJsonSchema(): JsonSchema {
  const keys = Object.keys(MEANINGS) as (keyof Policy)[];
  const properties = Object.fromEntries(keys.map((key) => [key, policyKey(key)]));
  return { type: 'object', properties, additionalProperties: false };
}

function policyKey(key: keyof Policy): JsonSchema {
  const value = DEFAULT_POLICY[key];
  return {
    ...(SHAPES[key] ?? (isWhole(key) ? wholeNumber(key) : { type: 'boolean' })),
    default: typeof value === 'object' && value !== null ? [...value] : value,
    description: MEANINGS[key],
  };
}

function isWhole(key: keyof Policy): key is keyof typeof POLICY_BOUNDS {
  return Object.hasOwn(POLICY_BOUNDS, key);
}

function wholeNumber(key: keyof typeof POLICY_BOUNDS): JsonSchema {
  const { min, max } = POLICY_BOUNDS[key];
  return { type: 'integer', minimum: min, maximum: max };
}
