import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from './error-catalogue.js';
import type { ErrorEntry } from './error-entry.js';
import { errorFacts, operatorError } from './operator-error.js';

const entries: readonly ErrorEntry[] = ERROR_CATALOGUE;

describe('error catalogue', () => {
  it('SPEC 11: every code of the specification is there, once', () => {
    const named = [
      'operator_policy operator_state operator_start_rejected operator_not_started operator_failed',
      'operator_outcome_unknown deadline_exceeded operator_overloaded output_too_large provider_stopped',
      'approval_outcome_unknown cancellation_outcome_unknown tenant_mismatch',
      'delegated_result_resolver_missing delegated_execution_not_observed delegated_result_not_ready',
      'delegated_result_integrity delegated_action_contract_mismatch delegated_identity_unverified',
      'delegated_identity_mismatch delegated_identity_integrity delegated_tenant_mismatch',
      'delegated_tenant_expired',
    ].flatMap((line) => line.split(' ').map((name) => `connector.hermes_agent.${name}`));
    const codes = entries.map((entry) => entry.code);
    for (const code of named) expect(codes).toContain(code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('SPEC 11: only overload and a delegated result that is not ready may be retried', () => {
    const retryable = entries.filter((entry) => entry.retryable).map((entry) => entry.code);
    expect(retryable).toEqual([
      'connector.hermes_agent.operator_overloaded',
      'connector.hermes_agent.delegated_result_not_ready',
    ]);
  });

  it('SPEC 11: what is reserved names the feature it waits for, a delegated code delegation', () => {
    for (const entry of entries) {
      const waitsFor = entry.status === 'reserved' ? entry.waitsFor : null;
      if (entry.code.includes('.delegated_')) expect(waitsFor, entry.code).toBe('delegation');
      if (waitsFor === null) expect(entry.code).not.toMatch(/delegated|cancellation|approval/);
    }
  });

  it('SPEC 11: each code says what a person does, in one line', () => {
    for (const { code, meaning, action } of entries) {
      for (const line of [meaning, action]) expect(line, code).toMatch(/^[A-Z].{10,160}\.$/);
    }
  });

  it.each([
    ['connector.hermes_agent.operator_policy', 'permanent'],
    ['connector.hermes_agent.operator_state', 'temporary'],
    ['connector.hermes_agent.operator_start_rejected', 'connector'],
    ['connector.hermes_agent.operator_outcome_unknown', 'connector'],
    ['connector.hermes_agent.deadline_exceeded', 'temporary'],
    ['connector.hermes_agent.tenant_mismatch', 'auth'],
    ['connector.hermes_agent.delegated_execution_not_observed', 'policy'],
    ['action.invalid_input', 'permanent'],
  ] as const)('SPEC 11: %s is %s', (code, category) => {
    expect(errorFacts(code).category).toBe(category);
  });
});

describe('operatorError', () => {
  it('SPEC 11: a refusal names its rule first in the details', () => {
    const error = operatorError('connector.hermes_agent.operator_policy', 'the prompt is stale', {
      details: { approval_generation: 2 },
      rule: 'A9',
    });
    expect(JSON.stringify(error)).toBe(
      '{"code":"connector.hermes_agent.operator_policy","message":"the prompt is stale",' +
        '"category":"permanent","retryable":false,"details":{"rule":"A9","approval_generation":2},' +
        '"source":{"component":"hermes-agent"}}',
    );
  });

  it('B7: without a rule and details the error says nothing more', () => {
    const error = operatorError('connector.hermes_agent.operator_policy', 'no such source');
    expect(Object.keys(error)).toEqual(['code', 'message', 'category', 'retryable', 'source']);
  });

  it('S3: retry_after_ms is a whole number of milliseconds', () => {
    const error = operatorError('connector.hermes_agent.operator_overloaded', 'full', { retryAfterMs: 10.2 });
    expect(error.retry_after_ms).toBe(11);
    expect(error.retryable).toBe(true);
  });
});
