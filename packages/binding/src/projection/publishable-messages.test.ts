import { describe, expect, it } from 'vitest';
import { checked } from '../fixtures/published.js';
import {
  aDelegation,
  aPrompt,
  aResume,
  aRow,
  anInvocation,
  cancelled,
  completed,
  observed,
  refused,
  resolved,
} from '../fixtures/projection-rows.js';
import type { RecordedRow } from './message.js';
import { projectEvent } from './project-event.js';
import { publishableEventTypes } from './publishable-event-types.js';
import { publishableMessages, type Publication } from './publishable-messages.js';
import { substituteFor } from './substitute-for.js';

const LIMIT = 4_000;
const big = 'é'.repeat(LIMIT);

function published(row: RecordedRow, limit = LIMIT): Publication & { kind: 'messages' } {
  const publication = publishableMessages(row, limit);
  if (publication.kind !== 'messages') throw new Error(publication.reason);
  return publication;
}

function bodies(row: RecordedRow): readonly unknown[] {
  return checked(published(row).messages).map(({ envelope }) => envelope.body);
}

describe('publishableMessages', () => {
  it('within the limit gives the messages of projectEvent', () => {
    const row = aRow('RunCompleted', completed());
    expect(published(row, 1_000_000)).toEqual({ ...projectEvent(row), substitutions: [] });
  });

  it('DESIGN 7: an oversize chunk becomes a small progress chunk in its place', () => {
    const row = aRow(
      'ProviderEventObserved',
      observed('tool.started', 'tool', { event: 'tool.started', big }),
    );
    expect(bodies(row)).toEqual([
      {
        stream_chunk: {
          action_id: 'act_source',
          sequence: 3,
          kind: 'progress',
          data: {
            hermes_operator: {
              event: 'connector.unmappable',
              reason: 'output_too_large',
              event_type: 'ProviderEventObserved',
            },
          },
        },
      },
    ]);
    expect(published(row).substitutions).toEqual([
      { reason: 'output_too_large', detail: `message 0 is over ${LIMIT} bytes` },
    ]);
  });

  it('G7, DESIGN 7: an oversize end stays the one closing chunk; its results fail with output_too_large', () => {
    const row = aRow(
      'RunCompleted',
      completed({ provider: { output: big }, settles: [anInvocation(), aResume()] }),
    );
    expect(bodies(row)).toMatchObject([
      { stream_chunk: { sequence: 9, kind: 'done' } },
      {
        action_result: {
          action_id: 'act_source',
          status: 'failed',
          error: { details: { recorded_status: 'completed' } },
        },
      },
      {
        action_result: {
          action_id: 'act_resume',
          error: { code: 'connector.hermes_agent.output_too_large' },
        },
      },
    ]);
    const { messages } = published(row);
    expect(messages.slice(1).map(({ headers }) => headers['aip-stream-next-sequence'])).toEqual(['10', '10']);
    const whole = projectEvent(row);
    if (whole.kind !== 'messages') throw new Error('unmappable');
    const ids = (list: typeof messages): unknown => list.map(({ headers }) => headers['aip-message-id']);
    expect(ids(messages)).toEqual(ids(whole.messages));
  });

  it('G8: an oversize prompt or cancel is not told as anything else', () => {
    const prompt = aRow('ApprovalRequested', aPrompt({ provider: { event: 'approval.request', big } }));
    expect(bodies(prompt)).toMatchObject([
      { stream_chunk: { kind: 'pending_approval' } },
      {
        action_result: {
          status: 'requires_human',
          error: { code: 'connector.hermes_agent.output_too_large' },
        },
      },
    ]);
    expect(bodies(aRow('RunCancelled', cancelled({ provider: { big } })))).toMatchObject([
      { stream_chunk: { kind: 'done' } },
      { action_result: { status: 'cancelled' } },
    ]);
  });

  it('an oversize delegation result keeps its ids and fails', () => {
    const child_result = { action_id: 'act_source', status: 'completed', output: big };
    expect(bodies(aRow('DelegationResolved', resolved({ child_result })))).toMatchObject([
      {
        delegation_result: {
          ...aDelegation().delegation,
          status: 'failed',
          error: { code: 'connector.hermes_agent.output_too_large' },
        },
      },
    ]);
  });

  it('the limit counts bytes of key, headers and value', () => {
    const row = aRow('RunCancelled', cancelled(), { projection: { publish_chunks: false } });
    const [message] = published(row, 1_000_000).messages;
    const texts = [message!.key, message!.value, ...Object.entries(message!.headers).flat()];
    const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(published(row, size).substitutions).toHaveLength(0);
    expect(published(row, size - 1).substitutions).toHaveLength(1);
  });

  it('G13: a substitute is small whatever the caller sent', () => {
    const huge = 'x'.repeat(200_000);
    const invocation = anInvocation({
      action_id: huge,
      message_id: huge,
      correlation_id: huge,
      session_id: huge,
      traceparent: huge,
      reply_to: { id: huge, kind: 'human' },
    });
    for (const row of [
      aRow('CommandRefused', refused({ action_id: huge, invocation })),
      aRow(
        'CommandRefused',
        refused({
          action_id: huge,
          invocation,
          reply: { kind: 'ack_rejected', reason: huge, error: refused().reply.error },
        }),
      ),
      aRow(
        'RunCompleted',
        completed({
          settles: [
            invocation,
            {
              ...invocation,
              delegation: { delegation_id: huge, parent_action_id: huge, child_action_id: huge },
            },
          ],
        }),
      ),
    ]) {
      for (const { value, headers } of checked(published(row).messages)) {
        expect(value.length + Object.values(headers).join('').length).toBeLessThan(LIMIT);
      }
    }
  });

  it('an event that gives no messages by its type gives none, whatever it holds', () => {
    const row = { ...aRow('RunCompleted', completed()), type: 'RunStartClaimed', data: '{', metadata: '{' };
    expect(projectEvent(row)).toEqual({ kind: 'messages', messages: [] });
    expect(published(row).messages).toEqual([]);
  });
});

describe('rows that cannot be mapped', () => {
  it.each([
    ['projection version', { projection: { version: 2 } }],
    ['schema version', { metadata: { schema_version: 2 } }],
  ])('a newer %s is never substituted', (_, options) => {
    const row = aRow('RunCompleted', completed(), options);
    expect(projectEvent(row)).toMatchObject({ kind: 'unmappable', cause: 'newer' });
    expect(publishableMessages(row, LIMIT)).toMatchObject({ kind: 'newer' });
  });

  it('a newer event that may be ignored gives nothing', () => {
    const row = aRow('RunCompleted', completed(), { metadata: { schema_version: 2, ignorable: true } });
    expect(projectEvent(row)).toEqual({ kind: 'messages', messages: [] });
  });

  it.each([
    ['data that is not JSON', { data: '{' }],
    ['data that is no object', { data: '[1]' }],
    ['no members', { data: '{}' }],
    ['metadata that is not JSON', { metadata: 'x' }],
    ['metadata without projection', { metadata: '{"schema_version":1}' }],
    ['data nested beyond the stack', { data: `{"provider":${'['.repeat(50_000)}${']'.repeat(50_000)}}` }],
  ])('G11: %s is undecodable for every type, never a crash', (_, damage) => {
    for (const type of publishableEventTypes) {
      const row = { ...aRow('RunCompleted', completed()), type, ...damage };
      const projection = projectEvent(row);
      if (projection.kind === 'messages') {
        expect(type === 'CancellationRequested').toBe(true);
        continue;
      }
      expect(projection).toMatchObject({ cause: 'undecodable' });
      checked(published(row).messages);
    }
  });

  it('G11: a provider object nested beyond the stack keeps its place as a substitute', () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const data = `{"sequence":3,"event":"x","kind":"progress","provider":{"a":${deep}}}`;
    const row = { ...aRow('ProviderEventObserved', observed('x', 'progress')), data };
    expect(projectEvent(row)).toMatchObject({ cause: 'undecodable', reason: 'nested too deeply' });
    expect(bodies(row)).toMatchObject([{ stream_chunk: { sequence: 3, kind: 'progress' } }]);
  });

  it('G7, G6: from a damaged end the sequence and the readable invocations are kept', () => {
    const row = aRow(
      'RunCompleted',
      completed({ output: null as never, settles: [{} as never, aResume(), aDelegation()] }),
    );
    expect(bodies(row)).toMatchObject([
      { stream_chunk: { sequence: 9, kind: 'done', data: { hermes_operator: { reason: 'unmappable' } } } },
      {
        action_result: {
          action_id: 'act_resume',
          status: 'failed',
          error: { code: 'connector.hermes_agent.operator_state' },
        },
      },
      { delegation_result: { delegation_id: 'dlg_1', status: 'failed' } },
    ]);
    const headers = published(row).messages.map((message) => message.headers['aip-stream-next-sequence']);
    expect(headers).toEqual([undefined, '10', '10']);
  });

  it('G6: a damaged end without readable invocations is told once under the source Action id', () => {
    const row = { ...aRow('RunFailed', { ...completed() } as never), data: '{"sequence":2}' };
    expect(bodies(row)).toMatchObject([
      { stream_chunk: { sequence: 2, kind: 'error' } },
      { action_result: { action_id: 'act_source', status: 'failed' } },
    ]);
  });

  it('substituteFor repeats the same bytes for the same row', () => {
    const row = { ...aRow('RunFailed', { ...completed() } as never), metadata: 'x' };
    expect(substituteFor(row, 'unmappable')).toEqual(substituteFor(row, 'unmappable'));
    expect(substituteFor(row, 'unmappable').length).toBeGreaterThan(0);
  });

  it('a reason names the flaw and repeats no content', () => {
    const row = { ...aRow('RunCompleted', completed()), data: '{"sequence":"hunter2"}' };
    expect(projectEvent(row)).toEqual({
      kind: 'unmappable',
      cause: 'undecodable',
      reason: 'sequence is not a whole number',
    });
  });
});
