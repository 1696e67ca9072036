import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from './default-policy.js';
import { checkAgainstLog, effectiveInputLimit } from './log-limits.js';
import { mergePolicy } from './merge-policy.js';
import { parsePolicy } from './parse-policy.js';
import { POLICY_BOUNDS } from './policy-bounds.js';
import { policyDigest } from './policy-digest.js';
import type { PolicyProblem } from './policy.js';

function problems(input: unknown, base?: string): readonly PolicyProblem[] {
  const result = parsePolicy(input, base);
  return result.kind === 'bad' ? result.problems : [];
}

describe('parsePolicy', () => {
  it('SPEC 10: the empty policy has every default', () => {
    expect(parsePolicy({})).toEqual({ kind: 'ok', policy: DEFAULT_POLICY });
    expect(parsePolicy(null)).toEqual({ kind: 'ok', policy: DEFAULT_POLICY });
    expect(parsePolicy(undefined)).toEqual({ kind: 'ok', policy: DEFAULT_POLICY });
    expect(DEFAULT_POLICY).toEqual({
      delegation_enabled: false,
      delegation_requires_approval: true,
      delegation_approval_exempt_capability_prefixes: [],
      allowed_capability_prefixes: [],
      allowed_scope_prefixes: [],
      model: null,
      system_instructions: null,
      timeout_ms: 900000,
      poll_interval_ms: 250,
      max_events: 4096,
      max_input_bytes: 1048576,
      max_delegation_depth: 16,
      start_claim_ttl_ms: 60000,
      cancel_grace_ms: 15000,
      max_concurrent_runs: 8,
      max_output_bytes: 262144,
      max_event_data_bytes: 196608,
      max_command_age_ms: 3600000,
      require_action_approval: true,
      require_prompt_reference: false,
      allow_resolve_all_approve: false,
      allowed_choices: ['once', 'session', 'always', 'deny'],
      prompt_ttl_ms: 240000,
      publish_chunks: 'streaming',
      drain_timeout_ms: 10000,
    });
  });

  it.each([
    ['timeout_ms', 1000, 86400000],
    ['poll_interval_ms', 10, 60000],
    ['max_events', 1, 100000],
    ['max_input_bytes', 1024, 16777216],
    ['max_delegation_depth', 1, 128],
    ['start_claim_ttl_ms', 1000, 300000],
    ['cancel_grace_ms', 1000, 300000],
    ['max_concurrent_runs', 1, 10000],
    ['max_output_bytes', 1024, 4194304],
    ['max_event_data_bytes', 1024, 4194304],
    ['max_command_age_ms', 1000, 604800000],
    ['prompt_ttl_ms', 1000, 86400000],
    ['drain_timeout_ms', 0, 300000],
  ])('SPEC 10: %s is a whole number from %i to %i', (key, min, max) => {
    for (const good of [min, max]) expect(problems({ [key]: good })).toEqual([]);
    for (const bad of [min - 1, max + 1, min + 0.5, String(min), null, Number.NaN]) {
      expect(problems({ [key]: bad }), String(bad)).toEqual([
        { path: key, message: `must be a whole number from ${min} to ${max}` },
      ]);
    }
  });

  it('SPEC 10: the bounds table covers every whole-number key', () => {
    const numbers = Object.entries(DEFAULT_POLICY).filter(([, value]) => typeof value === 'number');
    expect(numbers.map(([key]) => key).sort()).toEqual(Object.keys(POLICY_BOUNDS).sort());
  });

  it('SPEC 10: every problem is reported at once with its path', () => {
    const found = problems(
      {
        timeout_ms: 1,
        max_evnts: 3,
        allowed_choices: ['once', 'never'],
        allowed_scope_prefixes: ['', 'x'.repeat(513)],
        system_instructions: ' \n ',
        publish_chunks: 'no',
        require_action_approval: 'yes',
        delegation_enabled: true,
      },
      'policy',
    );
    expect(found.map((problem) => problem.path).sort()).toEqual([
      'policy.allowed_choices[1]',
      'policy.allowed_scope_prefixes[0]',
      'policy.allowed_scope_prefixes[1]',
      'policy.delegation_enabled',
      'policy.max_evnts',
      'policy.publish_chunks',
      'policy.require_action_approval',
      'policy.system_instructions',
      'policy.timeout_ms',
    ]);
  });

  it.each([
    ['max_evnts', 'max_events'],
    ['modell', 'model'],
    ['mdoel', 'model'],
    ['model_', 'model'],
    ['timeout-ms', 'timeout_ms'],
  ])('SPEC 10: the unknown key %s is an error that names %s', (typed, meant) => {
    expect(problems({ [typed]: 1 })[0]?.message).toBe(`is not a policy key; did you mean ${meant}?`);
  });

  it('SPEC 10: an unknown key like no other is named alone', () => {
    expect(problems({ surprise: 1 })).toEqual([{ path: 'surprise', message: 'is not a policy key' }]);
  });

  it.each([['text'], [[]], [12]])('SPEC 10: %j is not a policy', (input) => {
    expect(problems(input, 'policy')).toEqual([
      { path: 'policy', message: 'must be an object of policy keys' },
    ]);
  });

  it('D2: delegation cannot be switched on yet', () => {
    const found = problems({
      delegation_enabled: true,
      allowed_capability_prefixes: ['*'],
      allowed_scope_prefixes: ['*'],
    });
    expect(found).toEqual([
      { path: 'delegation_enabled', message: expect.stringContaining('not available yet') as string },
    ]);
  });

  it('A11: the choices are a subset with deny in it', () => {
    expect(problems({ allowed_choices: ['deny'] })).toEqual([]);
    expect(problems({ allowed_choices: ['once'] })).toHaveLength(1);
    expect(problems({ allowed_choices: [] })).toHaveLength(1);
    expect(problems({ allowed_choices: ['deny', 'deny'] })).toHaveLength(1);
  });

  it('SPEC 10: system instructions are measured in UTF-8 bytes', () => {
    expect(problems({ system_instructions: 'ä'.repeat(65536) })).toEqual([]);
    expect(problems({ system_instructions: `${'ä'.repeat(65536)}x` })).toHaveLength(1);
    expect(problems({ system_instructions: '\ud83d' })).toHaveLength(1);
  });
});

describe('policy beside parsing', () => {
  it('SPEC 10: an endpoint overrides single keys, lists whole', () => {
    const base = { timeout_ms: 5000, allowed_choices: ['once', 'deny'] };
    expect(mergePolicy(base, { allowed_choices: ['deny'] })).toEqual({
      timeout_ms: 5000,
      allowed_choices: ['deny'],
    });
    expect(mergePolicy(base, undefined)).toBe(base);
    expect(mergePolicy(undefined, base)).toBe(base);
    expect(mergePolicy(base, 'text')).toBe('text');
    expect(mergePolicy('text', base)).toBe('text');
  });

  it('E2: the digest names the content, not the order of keys', () => {
    const reversed = Object.fromEntries(
      Object.entries(DEFAULT_POLICY).reverse(),
    ) as unknown as typeof DEFAULT_POLICY;
    expect(policyDigest(DEFAULT_POLICY)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(policyDigest(reversed)).toBe(policyDigest(DEFAULT_POLICY));
    expect(policyDigest({ ...DEFAULT_POLICY, max_events: 1 })).not.toBe(policyDigest(DEFAULT_POLICY));
  });

  it('I8: the input limit is the smaller of policy and log', () => {
    expect(effectiveInputLimit(DEFAULT_POLICY, 1048576)).toBe(1048576 - 131072);
    expect(effectiveInputLimit({ ...DEFAULT_POLICY, max_input_bytes: 2048 }, 1048576)).toBe(2048);
  });

  it('R6: output limits must fit into the log', () => {
    expect(checkAgainstLog(DEFAULT_POLICY, 1048576)).toEqual([]);
    const tight = checkAgainstLog({ ...DEFAULT_POLICY, max_output_bytes: 1048576 }, 1048576, 'policy');
    expect(tight.map((problem) => problem.path)).toEqual(['policy.max_output_bytes']);
    expect(checkAgainstLog(DEFAULT_POLICY, 300000).map((problem) => problem.path)).toEqual([
      'max_output_bytes',
      'max_event_data_bytes',
    ]);
    expect(checkAgainstLog(DEFAULT_POLICY, 1000)).toHaveLength(1);
  });
});
