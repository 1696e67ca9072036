import { describe, expect, it } from 'vitest';
import { givenEvents, RUNNING, STARTING } from '../fixtures/given-binding.js';
import { anInvocation, sampleEvent } from '../fixtures/sample-events.js';
import { storedResultOf, type TerminalEvent } from '../result/stored-result.js';

const ENDINGS = ['RunCompleted', 'RunFailed', 'RunCancelled', 'RunOutcomeUnknown'] as const;

describe('evolve: outcome', () => {
  it.each(ENDINGS)('B5, G4: %s keeps its stored result for every replay', (type) => {
    const event = sampleEvent(type) as TerminalEvent;
    const { binding, result } = givenEvents(...RUNNING, event);
    const expected = storedResultOf(event);
    expect(result).toEqual(expected);
    expect(binding).toMatchObject({ output: expected.output, error: expected.error, next_sequence: 8 });
  });

  it.each([
    ['RunCompleted', 'run.completed'],
    ['RunFailed', 'run.failed'],
    ['RunCancelled', 'run.cancelled'],
    ['RunOutcomeUnknown', 'message.delta'],
  ] as const)('B6: after %s the last event is %s', (type, last) => {
    const { binding } = givenEvents(...RUNNING, sampleEvent('ProviderEventObserved'), sampleEvent(type));
    expect(binding.last_event).toBe(last);
  });

  it('B6, S3: a failure settled here adds no word of the provider', () => {
    const { binding } = givenEvents(...STARTING, sampleEvent('RunFailed', { seen_by: 'local' }));
    expect(binding).toMatchObject({ status: 'failed', last_event: null });
  });

  it('R5: those who are told are open no longer, others stay for recovery', () => {
    const joined = anInvocation({ message_id: 'msg_again' });
    const { invocations } = givenEvents(
      ...RUNNING,
      sampleEvent('InvocationAccepted', { invocation: joined }),
      sampleEvent('RunCompleted', { settles: [anInvocation()] }),
    );
    expect([...invocations.keys()]).toEqual(['msg_again']);
  });

  it('S5: a run id seen in an answer that does not bind is kept for reconciliation', () => {
    const evidence = { request_sent: true, reason: '502', run_id_seen: 'run_seen' };
    expect(givenEvents(...STARTING, sampleEvent('RunOutcomeUnknown', { evidence })).lateRunId).toBe(
      'run_seen',
    );
  });

  it('S9: late evidence changes no state; its run id is kept, evidence without one leaves it', () => {
    const state = givenEvents(
      ...STARTING,
      sampleEvent('RunOutcomeUnknown'),
      sampleEvent('LateEvidenceRecorded'),
      sampleEvent('LateEvidenceRecorded', { what: 'gone', run_id: null }),
    );
    expect(state.lateRunId).toBe('run_late');
    expect(state.binding).toMatchObject({ status: 'outcome_unknown', run_id: null });
  });

  it('D6, G9: a completed delegated run has no result until the child is resolved', () => {
    const delegated = [sampleEvent('OperatorRunRequested', { kind: 'delegation' }), ...RUNNING.slice(1)];
    const completed = givenEvents(...delegated, sampleEvent('RunCompleted'));
    expect(completed.result).toBeNull();
    const resolved = givenEvents(
      ...delegated,
      sampleEvent('RunCompleted'),
      sampleEvent('DelegationResolved', { settles: [anInvocation()] }),
    );
    expect(resolved.result).toMatchObject({ status: 'completed', child_result: { action_id: 'act_child' } });
    expect(resolved.invocations.size).toBe(0);
    expect(resolved.delegationResolved).toBe(true);
  });

  it('D9: a delegation that failed closed carries its error', () => {
    const error = {
      code: 'connector.hermes_agent.delegated_identity_mismatch',
      message: 'no',
      category: 'policy',
    } as const;
    const { binding, result } = givenEvents(
      sampleEvent('OperatorRunRequested', { kind: 'delegation' }),
      ...RUNNING.slice(1),
      sampleEvent('RunCompleted'),
      sampleEvent('DelegationResolved', { code: error.code, child_result: null, error }),
    );
    expect(result).toMatchObject({ status: 'failed', error });
    expect(binding.error).toEqual(error);
  });

  it('D6: a delegated run that failed has its own result at once', () => {
    const delegated = [sampleEvent('OperatorRunRequested', { kind: 'delegation' }), ...RUNNING.slice(1)];
    expect(givenEvents(...delegated, sampleEvent('RunFailed')).result).toMatchObject({ status: 'failed' });
  });

  it('G4: a resolution never replaces the result of a direct run', () => {
    const before = givenEvents(...RUNNING, sampleEvent('RunCompleted'));
    const after = givenEvents(...RUNNING, sampleEvent('RunCompleted'), sampleEvent('DelegationResolved'));
    expect(after.result).toEqual(before.result);
  });
});
