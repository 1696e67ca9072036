import { describe, expect, it } from 'vitest';
import { givenEvents, RUNNING } from '../fixtures/given-binding.js';
import { anInvocation, recordedAt, sampleEvent } from '../fixtures/sample-events.js';

const first = sampleEvent('ApprovalRequested');
const second = sampleEvent('ApprovalRequested', {
  sequence: 8,
  generation: 2,
  request_id: null,
  choices: null,
  provider: { event: 'approval.request', command: 'rm' },
  truncated: [{ path: '/command', bytes: 9000, sha256: 'aa' }],
});
const claimed = sampleEvent('ApprovalAnswerClaimed');
const firstShown = { event: 'approval.request', command: 'ls', approval_generation: 1 };
const secondShown = {
  event: 'approval.request',
  command: 'rm',
  truncated: [{ path: '/command', bytes: 9000, sha256: 'aa' }],
  approval_generation: 2,
};

describe('evolve: approval', () => {
  it('A1: a prompt opens with its generation and the open invocations are settled', () => {
    const asked = sampleEvent('ApprovalRequested', { settles: [anInvocation()] });
    const { binding, invocations } = givenEvents(...RUNNING, asked);
    expect(binding).toMatchObject({
      status: 'waiting_for_approval',
      next_sequence: 8,
      last_event: 'approval.request',
      approval_generation: 1,
      pending_approval: firstShown,
    });
    expect(binding.open_prompts).toEqual([
      {
        generation: 1,
        request_id: 'req-1',
        choices: ['once', 'deny'],
        prompt: firstShown,
        opened_at: recordedAt(5),
      },
    ]);
    expect(invocations.size).toBe(0);
  });

  it('A1, R6: the newest open prompt is the pending one, with what was cut from it', () => {
    const { binding } = givenEvents(...RUNNING, first, second);
    expect(binding.pending_approval).toEqual(secondShown);
    expect(binding.open_prompts.map((prompt) => prompt.generation)).toEqual([1, 2]);
  });

  it('A3: a claimed answer stands in the ledger with exactly the fields of SPEC 3', () => {
    const { binding } = givenEvents(...RUNNING, first, claimed);
    expect(binding.approval_commands).toEqual([
      {
        action_id: 'act_resume',
        request_fingerprint: 'beef',
        approval_generation: 1,
        choice: 'once',
        resolve_all: false,
        claim_id: 'claim-answer',
        instance_id: 'instance-1',
        status: 'claimed',
        diagnostic: null,
        created_at: '2026-01-01T00:00:09.000Z',
        updated_at: '2026-01-01T00:00:09.000Z',
        expires_at: '2026-01-01T00:01:09.000Z',
      },
    ]);
  });

  it('A5: an applied answer closes its prompt and the run goes on', () => {
    const { binding, answersSettled } = givenEvents(
      ...RUNNING,
      first,
      claimed,
      sampleEvent('ApprovalAnswerApplied'),
    );
    expect(binding).toMatchObject({
      status: 'running',
      open_prompts: [],
      pending_approval: null,
      next_sequence: 8,
    });
    expect(binding.approval_generation).toBe(1);
    expect(binding.approval_commands[0]).toMatchObject({
      status: 'applied',
      diagnostic: { http_status: 200 },
      created_at: '2026-01-01T00:00:09.000Z',
      updated_at: recordedAt(7),
    });
    expect(answersSettled).toBe(1);
  });

  it('A5: while another prompt is open the run stays waiting, for that one', () => {
    const applied = sampleEvent('ApprovalAnswerApplied', { closes: [2], settles: [anInvocation()] });
    const { binding, invocations } = givenEvents(...RUNNING, first, second, claimed, applied);
    expect(binding).toMatchObject({ status: 'waiting_for_approval', pending_approval: firstShown });
    expect(invocations.size).toBe(0);
  });

  it('A8: an answer may close several prompts', () => {
    const all = sampleEvent('ApprovalAnswerApplied', { closes: [1, 2] });
    expect(givenEvents(...RUNNING, first, second, claimed, all).binding.status).toBe('running');
  });

  it('A5: a rejected answer leaves its prompt open', () => {
    const rejected = sampleEvent('ApprovalAnswerRejected', { settles: [anInvocation()] });
    const { binding, answersSettled, invocations } = givenEvents(...RUNNING, first, claimed, rejected);
    expect(binding).toMatchObject({ status: 'waiting_for_approval', pending_approval: firstShown });
    expect(binding.approval_commands[0]).toMatchObject({
      status: 'rejected',
      diagnostic: { http_status: 400 },
    });
    expect(answersSettled).toBe(1);
    expect(invocations.size).toBe(0);
  });

  it('A5, A6: an answer of unknown outcome is marked, the run ends with the event beside it', () => {
    const { binding, answersSettled } = givenEvents(
      ...RUNNING,
      first,
      claimed,
      sampleEvent('ApprovalAnswerOutcomeUnknown'),
      sampleEvent('RunOutcomeUnknown', { phase: 'approval' }),
    );
    expect(binding.approval_commands[0]).toMatchObject({
      status: 'outcome_unknown',
      updated_at: recordedAt(7),
    });
    expect(binding.status).toBe('outcome_unknown');
    expect(answersSettled).toBe(1);
  });

  it('A3: an outcome is noted at its own answer, the newest one of that Action', () => {
    const other = sampleEvent('ApprovalAnswerClaimed', { action_id: 'act_other', approval_generation: 2 });
    const { binding } = givenEvents(
      ...RUNNING,
      first,
      second,
      claimed,
      claimed,
      other,
      sampleEvent('ApprovalAnswerApplied'),
    );
    expect(binding.approval_commands.map(({ status }) => status)).toEqual(['claimed', 'applied', 'claimed']);
  });

  it('A10: an expired prompt closes and takes a sequence', () => {
    const state = givenEvents(...RUNNING, first, sampleEvent('ApprovalExpired', { sequence: 8 }));
    expect(state.binding).toMatchObject({
      status: 'running',
      open_prompts: [],
      pending_approval: null,
      next_sequence: 9,
      last_event: 'approval.request',
    });
    expect(state.answersSettled).toBe(1);
  });

  it('A10: nobody is asked any more once the run has ended', () => {
    const { binding } = givenEvents(...RUNNING, first, sampleEvent('RunCompleted'));
    expect(binding).toMatchObject({ open_prompts: [], pending_approval: null });
  });

  it('SPEC 3: while cancelling a prompt is recorded and the state kept', () => {
    const { binding } = givenEvents(...RUNNING, sampleEvent('CancellationRequested'), first);
    expect(binding).toMatchObject({
      status: 'cancelling',
      pending_approval: firstShown,
      approval_generation: 1,
    });
  });
});
