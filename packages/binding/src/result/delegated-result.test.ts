import { describe, expect, it } from 'vitest';
import { anError, resolved } from '../fixtures/projection-rows.js';
import { delegatedResultOf } from './delegated-result.js';

describe('delegatedResultOf', () => {
  it('D10: passes the native child result on whole and stores it once', () => {
    const event = resolved();
    expect(delegatedResultOf(event)).toEqual({
      status: 'completed',
      output: null,
      message: [],
      error: null,
      child_result: event.child_result,
      next_sequence: 10,
    });
  });

  it('D9: with a code nothing of the child is passed on', () => {
    const event = resolved({ code: 'connector.hermes_agent.delegated_tenant_mismatch', error: anError });
    expect(delegatedResultOf(event)).toMatchObject({ status: 'failed', error: anError, child_result: null });
  });

  it.each([
    ['without a result', null],
    ['without a status', { action_id: 'act_source' }],
    ['with an unknown status', { action_id: 'act_source', status: 'done' }],
    ['failed without error', { action_id: 'act_source', status: 'failed' }],
    ['with a message that is no list', { action_id: 'act_source', status: 'completed', message: 'x' }],
  ])('D9: a child %s fails closed', (_, child_result) => {
    expect(delegatedResultOf(resolved({ child_result }))).toMatchObject({
      status: 'failed',
      child_result: null,
      error: { code: 'connector.hermes_agent.delegated_result_integrity' },
    });
  });

  it.each([
    ['completed', 'completed'],
    ['cancelled', 'cancelled'],
    ['pending_approval', 'requires_human'],
    ['requires_human', 'requires_human'],
  ])('aip 9: child status %s is delegation status %s', (status, told) => {
    expect(delegatedResultOf(resolved({ child_result: { action_id: 'act_source', status } })).status).toBe(
      told,
    );
  });

  it('aip 9: the error repeats the error of the child', () => {
    const child_result = { action_id: 'act_source', status: 'failed', error: anError };
    expect(delegatedResultOf(resolved({ child_result })).error).toEqual(anError);
  });

  it('unset and unknown members of the child are left out, so the message stays valid', () => {
    const child_result = { status: 'completed', usage: null, surprise: 1, action_id: 'act_source' };
    expect(delegatedResultOf(resolved({ child_result })).child_result).toEqual({
      action_id: 'act_source',
      status: 'completed',
    });
  });
});
