import { describe, expect, it } from 'vitest';
import { publishedBy } from '../fixtures/published.js';
import {
  aPrompt,
  aRow,
  anError,
  cancelled,
  completed,
  failed,
  observed,
  unknown,
} from '../fixtures/projection-rows.js';
import type { RecordedRow } from './message.js';

function chunkOf(row: RecordedRow): Readonly<Record<string, unknown>> {
  const chunks = publishedBy(row).filter(({ topic }) => topic === 'stream_chunks');
  expect(chunks).toHaveLength(1);
  return chunks[0]!.envelope.body['stream_chunk']!;
}

describe('chunks', () => {
  it.each([
    ['message.delta', 'data'],
    ['reasoning.available', 'thought'],
    ['tool.started', 'tool'],
    ['tool.completed', 'tool'],
    ['approval.request', 'pending_approval'],
    ['run.started', 'progress'],
  ] as const)('O2, O3: %s is published as %s with the event as data', (event, kind) => {
    const provider = { event, run_id: 'run_1', note: [1, null] };
    expect(chunkOf(aRow('ProviderEventObserved', observed(event, kind, provider)))).toEqual({
      action_id: 'act_source',
      sequence: 3,
      kind,
      data: { hermes_operator: provider },
    });
  });

  it.each([
    ['run.failed', aRow('RunFailed', failed()), 'error'],
    ['run.completed', aRow('RunCompleted', completed()), 'done'],
    ['run.cancelled', aRow('RunCancelled', cancelled()), 'done'],
  ])('O2: %s closes the stream as recorded by its own event', (event, row, kind) => {
    expect(chunkOf(row)).toMatchObject({ sequence: 9, kind, data: { hermes_operator: { event } } });
  });

  it('O2, A1: a prompt is one pending_approval chunk', () => {
    expect(chunkOf(aRow('ApprovalRequested', aPrompt()))).toEqual({
      action_id: 'act_source',
      sequence: 4,
      kind: 'pending_approval',
      data: { hermes_operator: aPrompt().provider },
    });
  });

  it('O3: a message.delta has its delta as text part', () => {
    const provider = { event: 'message.delta', delta: 'Hé 😀' };
    expect(
      chunkOf(aRow('ProviderEventObserved', observed('message.delta', 'data', provider)))['part'],
    ).toEqual({
      type: 'text',
      text: 'Hé 😀',
    });
  });

  it.each([null, 7, ['a'], { text: 'a' }])('O3: a delta of %j gives no part', (delta) => {
    const provider = { event: 'message.delta', delta };
    expect(
      chunkOf(aRow('ProviderEventObserved', observed('message.delta', 'data', provider))),
    ).not.toHaveProperty('part');
  });

  it('O3: only message.delta gives a part', () => {
    const provider = { event: 'reasoning.available', delta: 'hm' };
    const row = aRow('ProviderEventObserved', observed('reasoning.available', 'thought', provider));
    expect(chunkOf(row)).not.toHaveProperty('part');
  });

  it('O3: without publish_chunks no event gives a chunk, its results stay', () => {
    const options = { projection: { publish_chunks: false } };
    expect(publishedBy(aRow('ProviderEventObserved', observed('message.delta', 'data'), options))).toEqual(
      [],
    );
    const topics = publishedBy(aRow('RunCompleted', completed(), options)).map(({ topic }) => topic);
    expect(topics).toEqual(['results']);
  });

  it('R6: the data of a chunk names what was cut', () => {
    const truncated = [{ path: '/delta', bytes: 5, sha256: 'ab' }];
    const data = { ...observed('message.delta', 'data'), truncated };
    expect(chunkOf(aRow('ProviderEventObserved', data))['data']).toEqual({
      hermes_operator: data.provider,
      truncated,
    });
  });

  it('O6, O7: the end of the stream is a progress chunk with its reason', () => {
    const row = aRow('StreamEnded', { sequence: 5, reason: 'taken_over', detail: 'by another instance' });
    expect(chunkOf(row)).toMatchObject({
      sequence: 5,
      kind: 'progress',
      data: { hermes_operator: { event: 'connector.stream_ended', reason: 'taken_over' } },
    });
  });

  it('A10: an expired prompt is a progress chunk with its generation', () => {
    const row = aRow('ApprovalExpired', { sequence: 6, generation: 2, reason: 'timed_out' });
    expect(chunkOf(row)).toMatchObject({
      sequence: 6,
      kind: 'progress',
      data: {
        hermes_operator: { event: 'connector.approval_expired', approval_generation: 2, reason: 'timed_out' },
      },
    });
  });

  it('O11: an end without provider words closes the stream with what the connector knows', () => {
    const notStarted = { ...anError, code: 'connector.hermes_agent.operator_not_started' };
    const evidence = { request_sent: false, reason: 'cancelled before start' };
    expect(chunkOf(aRow('RunOutcomeUnknown', unknown()))).toEqual({
      action_id: 'act_source',
      sequence: 0,
      kind: 'error',
      data: {
        hermes_operator: {
          event: 'connector.outcome_unknown',
          phase: 'start',
          request_sent: true,
          reason: 'no answer',
          error: {
            code: 'connector.hermes_agent.operator_outcome_unknown',
            message: 'The Hermes run failed: no disk',
          },
        },
      },
    });
    const row = aRow('RunFailed', failed({ provider: null, error: notStarted, evidence }));
    expect(chunkOf(row)).toMatchObject({
      kind: 'error',
      data: { hermes_operator: { event: 'connector.not_started', request_sent: false } },
    });
    expect(chunkOf(aRow('RunCancelled', cancelled({ provider: null })))).toMatchObject({
      kind: 'done',
      data: { hermes_operator: { event: 'connector.cancelled' } },
    });
  });

  it('DESIGN 4: a chunk is addressed to the one who asked, in reply to the command', () => {
    const [message] = publishedBy(aRow('ProviderEventObserved', observed('tool.started', 'tool')));
    expect(message).toMatchObject({
      key: 'act_source',
      envelope: {
        sent_at: '2026-07-09T10:00:00.25Z',
        session_id: 'sess_1',
        correlation_id: 'corr_1',
        in_response_to: 'msg_command',
        from: { id: 'agent:hermes_agent:connector', kind: 'agent' },
        to: { id: 'agent:planner', kind: 'agent' },
      },
    });
    expect(message?.headers).toEqual({
      'content-type': 'application/aip+json',
      'aip-version': '1.0',
      'aip-message-type': 'aip.core.v1.stream_chunk',
      'aip-message-id': message?.envelope.message_id,
      'aip-correlation-id': 'corr_1',
      'aip-projection-version': '1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
  });
});
