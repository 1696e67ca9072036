import { describe, expect, it } from 'vitest';
import { publishedBy } from '../fixtures/published.js';
import {
  aDelegation,
  aPrompt,
  aResume,
  aRow,
  anError,
  anInvocation,
  completed,
  facts,
  failed,
  refused,
  resolved,
} from '../fixtures/projection-rows.js';
import { storedResultOf } from '../result/stored-result.js';
import type { RecordedRow } from './message.js';

const REJECTIONS = 'aip.connector.hermes_agent.operator_rejections.v1-0123';

function replies(row: RecordedRow): ReturnType<typeof publishedBy> {
  return publishedBy(row).filter(({ topic }) => topic === 'results');
}

function bodies(row: RecordedRow): readonly unknown[] {
  return replies(row).map(({ envelope }) => envelope.body);
}

describe('replies (SPEC 12)', () => {
  it('M1: an Action in mode async is acknowledged as queued', () => {
    const invocation = anInvocation({ mode: 'async' });
    const [ack] = replies(aRow('InvocationAccepted', { invocation }));
    expect(ack?.envelope).toMatchObject({
      message_type: 'aip.core.v1.ack',
      body: { ack: { action_id: 'act_source', status: 'queued' } },
      in_response_to: 'msg_command',
    });
    expect(ack?.headers['aip-action-id']).toBe('act_source');
  });

  it.each(['sync', 'streaming'] as const)('M2: mode %s gets nothing before the result', (mode) => {
    expect(publishedBy(aRow('InvocationAccepted', { invocation: anInvocation({ mode }) }))).toEqual([]);
  });

  it('M3: a delegation gets nothing before its DelegationResult', () => {
    expect(publishedBy(aRow('InvocationAccepted', { invocation: aDelegation({ mode: 'async' }) }))).toEqual(
      [],
    );
  });

  it('M2, R4, R5: every invocation gets the one outcome under its own Action id, address and correlation', () => {
    const row = aRow('RunCompleted', completed({ settles: [aResume(), anInvocation()] }));
    const [resume, source] = replies(row);
    expect(resume?.envelope).toMatchObject({
      in_response_to: 'msg_resume',
      correlation_id: 'corr_resume',
      to: { id: 'user:ana', kind: 'human' },
      body: { action_result: { action_id: 'act_resume', output: { source_action_id: 'act_source' } } },
    });
    expect(resume?.envelope).not.toHaveProperty('session_id');
    expect(source?.envelope).toMatchObject({ in_response_to: 'msg_command', correlation_id: 'corr_1' });
    expect([resume?.key, source?.key]).toEqual(['act_source', 'act_source']);
    expect([resume?.headers['aip-action-id'], source?.headers['aip-action-id']]).toEqual([
      'act_resume',
      'act_source',
    ]);
  });

  it('DESIGN 4: a result names the next sequence, so a consumer knows when it has all chunks', () => {
    const next = (row: RecordedRow): unknown => replies(row)[0]?.headers['aip-stream-next-sequence'];
    expect(next(aRow('RunCompleted', completed({ sequence: 9 })))).toBe('10');
    expect(next(aRow('ApprovalRequested', aPrompt({ sequence: 4 })))).toBe('5');
    expect(next(aRow('DelegationResolved', resolved({ next_sequence: 12 })))).toBe('12');
    expect(next(aRow('CommandRefused', refused(), { stream: REJECTIONS }))).toBeUndefined();
  });

  it('the chunk comes first, then the replies in the order recorded', () => {
    const row = aRow('ApprovalRequested', aPrompt({ settles: [anInvocation(), aResume()] }));
    const told = publishedBy(row).map(({ topic, headers }) => headers['aip-action-id'] ?? topic);
    expect(told).toEqual(['stream_chunks', 'act_source', 'act_resume']);
  });

  it('A5: an applied answer under a still open prompt is answered with that prompt', () => {
    const prompt = { event: 'approval.request', approval_generation: 2 };
    const row = aRow('ApprovalAnswerApplied', {
      action_id: 'act_resume',
      approval_generation: 1,
      closes: [1],
      diagnostic: null,
      next_sequence: 6,
      output: facts('waiting_for_approval', { pending_approval: prompt }),
      settles: [aResume()],
    });
    expect(bodies(row)).toMatchObject([
      {
        action_result: {
          action_id: 'act_resume',
          status: 'requires_human',
          output: { pending_approval: prompt },
        },
      },
    ]);
  });

  it('A5: a rejected answer is a failed result of the resume', () => {
    const row = aRow('ApprovalAnswerRejected', {
      action_id: 'act_resume',
      approval_generation: 1,
      diagnostic: null,
      error: anError,
      next_sequence: 6,
      output: facts('waiting_for_approval'),
      settles: [aResume()],
    });
    expect(bodies(row)).toMatchObject([
      { action_result: { action_id: 'act_resume', status: 'failed', error: anError } },
    ]);
  });

  it('M4: a recorded cancel is acknowledged as accepted', () => {
    const reply = anInvocation({ message_id: 'msg_cancel', reply_to: { id: 'user:ana', kind: 'human' } });
    const requested_by = { id: 'user:ana', kind: 'human' } as const;
    const row = aRow('CancellationRequested', {
      message_id: 'msg_cancel',
      requested_by,
      reason: null,
      reply,
    });
    expect(replies(row)[0]?.envelope).toMatchObject({
      in_response_to: 'msg_cancel',
      body: { ack: { action_id: 'act_source', status: 'accepted' } },
    });
    const local = aRow('CancellationRequested', {
      message_id: null,
      requested_by,
      reason: 'deadline',
      reply: null,
    });
    expect(publishedBy(local)).toEqual([]);
  });

  it('M5: a cancel that cannot act is an ack rejected with the reason', () => {
    const reply = { kind: 'ack_rejected', reason: 'the Action has ended', error: anError } as const;
    expect(bodies(aRow('CommandRefused', refused({ reply }), { stream: REJECTIONS }))).toEqual([
      { ack: { action_id: 'act_source', status: 'rejected', reason: 'the Action has ended' } },
    ]);
  });

  it('M6: a cancel of something unknown is an error', () => {
    const error = { ...anError, code: 'resource.not_found', category: 'permanent' } as const;
    const row = aRow('CommandRefused', refused({ reply: { kind: 'error', error } }), { stream: REJECTIONS });
    expect(bodies(row)).toEqual([{ error: { error } }]);
  });

  it('M8: a refused Action is a failed result with the code, keyed by the refused id', () => {
    const data = refused({
      action_id: 'not plain/é',
      invocation: anInvocation({ action_id: 'not plain/é' }),
    });
    const [result] = replies(aRow('CommandRefused', data, { stream: REJECTIONS }));
    expect(result?.key).toBe('not plain/é');
    expect(result?.envelope.body).toEqual({
      action_result: { action_id: 'not plain/é', status: 'failed', error: data.reply.error },
    });
  });

  it('M8: a refused id of any length keys a message of bounded size', () => {
    const action_id = 'x'.repeat(100_000);
    const data = refused({ action_id, invocation: anInvocation({ action_id }) });
    const [result] = replies(aRow('CommandRefused', data, { stream: REJECTIONS }));
    expect(result?.key).toHaveLength(512);
    expect(result?.headers['aip-action-id']).toHaveLength(512);
  });

  it('M3, M8: a refused delegation is a failed DelegationResult; without its ids an error', () => {
    const reply = { kind: 'delegation_result', error: anError } as const;
    const { delegation } = aDelegation();
    expect(bodies(aRow('CommandRefused', refused({ reply, invocation: aDelegation() })))).toEqual([
      { delegation_result: { ...delegation, status: 'failed', error: anError } },
    ]);
    expect(bodies(aRow('CommandRefused', refused({ reply })))).toEqual([{ error: { error: anError } }]);
  });

  it('G4, B5, M10: a replay is the original body byte for byte apart from reply metadata', () => {
    const data = completed({
      provider: { b: 1, '1': 2.5, output: 'half \uD83D', nested: { z: [null], a: 1e21 } },
    });
    const [original] = replies(aRow('RunCompleted', data));
    const recorded = JSON.parse(JSON.stringify(data)) as typeof data;
    const invocation = anInvocation({ message_id: 'msg_again', role: 'replay', correlation_id: null });
    const row = aRow(
      'ReplayServed',
      {
        source_action_id: 'act_source',
        invocation,
        result: storedResultOf({ type: 'RunCompleted', data: recorded }),
      },
      { stream: 'aip.connector.hermes_agent.operator_replays.v1-act_source', id: 'another-event' },
    );
    const [replay] = replies(row);
    expect(bodyText(replay?.value)).toBe(bodyText(original?.value));
    expect(replay?.key).toBe('act_source');
    expect(replay?.headers['aip-stream-next-sequence']).toBe('10');
    expect(replay?.envelope).toMatchObject({ in_response_to: 'msg_again' });
    expect(replay?.envelope).not.toHaveProperty('correlation_id');
  });

  it('G4: the replay of a delegation repeats its DelegationResult', () => {
    const [original] = replies(aRow('DelegationResolved', resolved()));
    const { settles: _, ...event } = resolved();
    const { code, child_result, error, next_sequence } = event;
    const result = {
      status: 'completed',
      output: null,
      message: [],
      error,
      child_result,
      next_sequence,
    } as const;
    const row = aRow('ReplayServed', { source_action_id: 'act_source', invocation: aDelegation(), result });
    expect(code).toBeNull();
    expect(bodyText(replies(row)[0]?.value)).toBe(bodyText(original?.value));
  });

  it('message ids are derived from event id and place: repeatable and distinct', () => {
    const row = aRow('RunFailed', failed({ settles: [anInvocation(), aResume(), anInvocation()] }));
    const ids = publishedBy(row).map(({ envelope }) => envelope.message_id);
    expect(publishedBy(row).map(({ envelope }) => envelope.message_id)).toEqual(ids);
    const other = publishedBy({ ...row, id: 'another' }).map(({ envelope }) => envelope.message_id);
    expect(new Set([...ids, ...other]).size).toBe(8);
    for (const id of ids) expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  it('the members of an envelope stand in fixed order', () => {
    const [message] = replies(aRow('RunCompleted', completed()));
    expect(Object.keys(message?.envelope ?? {})).toEqual([
      'aip_version',
      'message_type',
      'message_id',
      'sent_at',
      'body',
      'session_id',
      'correlation_id',
      'in_response_to',
      'from',
      'to',
    ]);
  });
});

function bodyText(value: string | undefined): string {
  const { body } = JSON.parse(value ?? '') as { body: unknown };
  const text = JSON.stringify(body);
  expect(value).toContain(`"body":${text}`);
  return text;
}
