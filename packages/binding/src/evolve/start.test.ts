import { describe, expect, it } from 'vitest';
import { givenEvents, RUNNING, STARTING } from '../fixtures/given-binding.js';
import { ACTION_ID, anInvocation, PROJECTION, recordedAt, sampleEvent } from '../fixtures/sample-events.js';

const joined = anInvocation({ message_id: 'msg_again', role: 'replay' });

describe('evolve: the start of a run', () => {
  it('SPEC 3: a requested run is starting, with every field of the binding present', () => {
    const { binding, projection, chain } = givenEvents(sampleEvent('OperatorRunRequested'));
    expect(binding).toEqual({
      action_id: ACTION_ID,
      request_fingerprint: 'f00d',
      endpoint_id: 'main',
      run_id: null,
      session_id: `aip-operator-${ACTION_ID}`,
      start_claim: null,
      delegation_id: null,
      parent_action_id: null,
      status: 'starting',
      cancel_requested: false,
      last_event: null,
      next_sequence: 0,
      approval_generation: 0,
      approval_commands: [],
      pending_approval: null,
      output: null,
      error: null,
      created_at: recordedAt(0),
      updated_at: recordedAt(0),
      tenant: { id: 'tenant-1', system: null },
      principal: { id: 'user:ada', kind: 'human' },
      open_prompts: [],
      observation: null,
    });
    expect(projection).toEqual(PROJECTION);
    expect(chain).toBe('chain-0');
  });

  it('R5: before its invocation is folded the source is the caller under the source Action id', () => {
    const { source } = givenEvents(sampleEvent('OperatorRunRequested', { kind: 'delegation' }));
    expect(source).toMatchObject({ action_id: ACTION_ID, role: 'delegation', reply_to: { id: 'user:ada' } });
  });

  it('R5, B8: the first invocation is the source, later ones only join, oldest first', () => {
    const state = givenEvents(...STARTING, sampleEvent('InvocationAccepted', { invocation: joined }));
    expect(state.source).toEqual(anInvocation());
    expect([...state.invocations.values()]).toEqual([anInvocation(), joined]);
  });

  it('M9: the messages of settled invocations and of cancels stay taken', () => {
    const resume = anInvocation({ message_id: 'msg_resume', action_id: 'act_resume', role: 'resume' });
    const reply = anInvocation({ message_id: 'msg_cancel_2' });
    const state = givenEvents(
      ...RUNNING,
      sampleEvent('ApprovalRequested', { settles: [anInvocation()] }),
      sampleEvent('ApprovalAnswerApplied', { settles: [resume] }),
      sampleEvent('CancellationRequested'),
      sampleEvent('CancellationRequested', { message_id: null, reply }),
    );
    expect([...state.messageIds.keys()]).toEqual(['msg_source', 'msg_resume', 'msg_cancel', 'msg_cancel_2']);
    expect(state.invocations.size).toBe(0);
  });

  it('S1: a start claim stands in the binding until the run is bound (S4)', () => {
    const claimed = givenEvents(...STARTING, sampleEvent('RunStartClaimed'));
    expect(claimed.binding.start_claim).toEqual({
      claim_id: 'claim-start',
      instance_id: 'instance-1',
      claimed_at: '2026-01-01T00:00:02.000Z',
      expires_at: '2026-01-01T00:01:02.000Z',
    });
    const bound = givenEvents(...STARTING, sampleEvent('RunStartClaimed'), sampleEvent('RunBound'));
    expect(bound.binding).toMatchObject({ start_claim: null, run_id: 'run_1', status: 'running' });
    expect(bound.boundAt).toBe(recordedAt(3));
  });

  it('X1: a cancel before the run is known is kept and makes the bound run cancelling', () => {
    const asked = [...STARTING, sampleEvent('RunStartClaimed'), sampleEvent('CancellationRequested')];
    expect(givenEvents(...asked).binding).toMatchObject({ status: 'starting', cancel_requested: true });
    expect(givenEvents(...asked, sampleEvent('RunBound')).binding.status).toBe('cancelling');
  });
});
