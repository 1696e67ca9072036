import { describe, expect, it } from 'vitest';
import {
  aPrompt,
  anError,
  cancelled,
  completed,
  facts,
  failed,
  unknown,
} from '../fixtures/projection-rows.js';
import { rejectedResultOf, appliedResultOf, requiresHumanResultOf } from './prompt-result.js';
import { storedResultOf } from './stored-result.js';

const R1_MEMBERS = [
  'endpoint_id',
  'run_id',
  'session_id',
  'source_action_id',
  'delegation_id',
  'parent_action_id',
  'status',
  'last_event',
  'pending_approval',
  'provider',
];

describe('storedResultOf', () => {
  it('R1: output has exactly the members of the rule, in its order, nullable ones as null', () => {
    const results = [
      storedResultOf({ type: 'RunCompleted', data: completed() }),
      storedResultOf({ type: 'RunFailed', data: failed({ provider: null }) }),
      storedResultOf({ type: 'RunCancelled', data: cancelled() }),
      storedResultOf({ type: 'RunOutcomeUnknown', data: unknown() }),
      requiresHumanResultOf(aPrompt()),
    ];
    for (const { output } of results) expect(Object.keys(output ?? {})).toEqual(R1_MEMBERS);
    expect(results[3]?.output).toMatchObject({ run_id: null, pending_approval: null, provider: null });
  });

  it('R2: completed, failed and cancelled keep their word; an unknown outcome is failed with its error', () => {
    expect(storedResultOf({ type: 'RunCompleted', data: completed() }).status).toBe('completed');
    expect(storedResultOf({ type: 'RunFailed', data: failed() }).status).toBe('failed');
    expect(storedResultOf({ type: 'RunCancelled', data: cancelled() }).status).toBe('cancelled');
    expect(storedResultOf({ type: 'RunOutcomeUnknown', data: unknown() })).toMatchObject({
      status: 'failed',
      error: { code: 'connector.hermes_agent.operator_outcome_unknown' },
      output: { status: 'outcome_unknown' },
    });
  });

  it('R3: completed carries the text of the provider, then the output', () => {
    const result = storedResultOf({ type: 'RunCompleted', data: completed() });
    expect(result.message).toEqual([
      { type: 'text', text: 'All done.' },
      { type: 'json', data: result.output },
    ]);
    expect(result.error).toBeNull();
  });

  it.each([undefined, '', null, 7, { text: 'x' }])('R3: no text part for an output of %j', (output) => {
    const provider = output === undefined ? { event: 'run.completed' } : { event: 'run.completed', output };
    const result = storedResultOf({ type: 'RunCompleted', data: completed({ provider }) });
    expect(result.message).toEqual([{ type: 'json', data: result.output }]);
  });

  it('R3: failed and cancelled carry no parts; failed carries its error, cancelled only when there is one', () => {
    expect(storedResultOf({ type: 'RunFailed', data: failed() })).toMatchObject({
      message: [],
      error: anError,
    });
    expect(storedResultOf({ type: 'RunCancelled', data: cancelled() })).toMatchObject({
      message: [],
      error: null,
    });
    const late = cancelled({ error: { ...anError, code: 'connector.hermes_agent.deadline_exceeded' } });
    expect(storedResultOf({ type: 'RunCancelled', data: late }).error).toEqual(late.error);
  });

  it('R6: what was cut is named in the provider object and the text part is the part that was kept', () => {
    const truncated = [{ path: '/output', bytes: 300_000, sha256: 'ab' }];
    const data = completed({ provider: { event: 'run.completed', output: 'kept' }, truncated });
    const result = storedResultOf({ type: 'RunCompleted', data });
    expect(result.output?.['provider']).toEqual({ event: 'run.completed', output: 'kept', truncated });
    expect(result.message[0]).toEqual({ type: 'text', text: 'kept' });
  });

  it('a lone surrogate in the text part becomes U+FFFD, a pair stays', () => {
    const data = completed({ provider: { output: 'a\uD83D b\uD83D\uDE00' } });
    expect(storedResultOf({ type: 'RunCompleted', data }).message[0]).toEqual({
      type: 'text',
      text: 'a\uFFFD b\uD83D\uDE00',
    });
  });

  it('the next sequence is the one after the closing chunk', () => {
    expect(storedResultOf({ type: 'RunCompleted', data: completed({ sequence: 41 }) }).next_sequence).toBe(
      42,
    );
  });
});

describe('results of prompts', () => {
  it('R3, A1: RequiresHuman is a json part with the prompt and its generation', () => {
    const truncated = [{ path: '/command', bytes: 9, sha256: 'cd' }];
    const result = requiresHumanResultOf(aPrompt({ generation: 3, truncated }));
    expect(result).toMatchObject({ status: 'requires_human', error: null, next_sequence: 5 });
    expect(result.message).toEqual([{ type: 'json', data: result.output }]);
    expect(result.output).toMatchObject({
      provider: null,
      pending_approval: {
        event: 'approval.request',
        command: 'rm -r build',
        truncated,
        approval_generation: 3,
      },
    });
  });

  it('A5: an applied answer is told the prompt that is still open', () => {
    const prompt = { event: 'approval.request', approval_generation: 2 };
    const output = facts('waiting_for_approval', { pending_approval: prompt });
    expect(appliedResultOf({ output, next_sequence: 6 })).toMatchObject({
      status: 'requires_human',
      output: { pending_approval: prompt, provider: null },
      next_sequence: 6,
    });
  });

  it('A5: a rejected answer fails while its run waits on', () => {
    const output = facts('waiting_for_approval');
    expect(rejectedResultOf({ output, error: anError, next_sequence: 6 })).toMatchObject({
      status: 'failed',
      message: [],
      error: anError,
      output: { status: 'waiting_for_approval' },
    });
  });
});
