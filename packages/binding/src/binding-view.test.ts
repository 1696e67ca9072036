import { describe, expect, it } from 'vitest';
import { bindingView } from './binding-view.js';
import { evolve } from './evolve/evolve.js';
import { givenEvents, RUNNING } from './fixtures/given-binding.js';
import { factsAt, sampleEvent } from './fixtures/sample-events.js';

const FIELDS = [
  'action_id',
  'request_fingerprint',
  'endpoint_id',
  'run_id',
  'session_id',
  'start_claim',
  'delegation_id',
  'parent_action_id',
  'status',
  'cancel_requested',
  'last_event',
  'next_sequence',
  'approval_generation',
  'approval_commands',
  'pending_approval',
  'output',
  'error',
  'created_at',
  'updated_at',
  'tenant',
  'principal',
  'open_prompts',
  'observation',
];

describe('bindingView', () => {
  it('SPEC 3: has exactly the fields of the binding, in order, nullable ones present', () => {
    const view = bindingView(givenEvents(sampleEvent('OperatorRunRequested', { tenant: null })));
    expect(Object.keys(view)).toEqual(FIELDS);
    expect(Object.values(view)).not.toContain(undefined);
    expect(view).toMatchObject({
      run_id: null,
      start_claim: null,
      tenant: null,
      observation: null,
      output: null,
    });
  });

  it('SPEC 3: shows what the fold holds', () => {
    const prompt = sampleEvent('ApprovalRequested');
    const state = givenEvents(...RUNNING, prompt, sampleEvent('ApprovalAnswerClaimed'));
    expect(bindingView(state)).toEqual(state.binding);
    expect(Object.keys((bindingView(state)['approval_commands'] as object[])[0]!)).toEqual([
      'action_id',
      'request_fingerprint',
      'approval_generation',
      'choice',
      'resolve_all',
      'claim_id',
      'instance_id',
      'status',
      'diagnostic',
      'created_at',
      'updated_at',
      'expires_at',
    ]);
  });

  it('is a snapshot: later events do not change it', () => {
    const state = givenEvents(
      ...RUNNING,
      sampleEvent('ApprovalRequested'),
      sampleEvent('ApprovalAnswerClaimed'),
    );
    const view = bindingView(state);
    const text = JSON.stringify(view);
    for (const type of ['ApprovalAnswerApplied', 'ObservationClaimed', 'RunFailed'] as const) {
      evolve(state, sampleEvent(type), factsAt(20));
    }
    expect(JSON.stringify(view)).toBe(text);
    expect(state.binding.status).toBe('failed');
  });
});
