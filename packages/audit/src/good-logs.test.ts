import { describe, expect, it } from 'vitest';
import { auditAction } from './audit-action.js';
import { auditOf } from './fixtures/broken-in.js';
import { told } from './fixtures/deployment.js';
import { ACTION_ID, RESUME_ID } from './fixtures/good-events.js';
import {
  ANSWERED_RUN,
  CANCELLED_RUN,
  DELEGATED_RUN,
  LOST_START,
  OPEN_RUN,
  refused,
} from './fixtures/stories.js';

const NOT_HERE = ['G11', 'G13'];

describe('E1: a good log', () => {
  it.each([
    ['an answered and replayed run', ANSWERED_RUN],
    ['a lost start', LOST_START],
    ['a cancelled run', CANCELLED_RUN],
    ['an open run', OPEN_RUN],
    ['a delegated run', DELEGATED_RUN],
  ])('every checkable guarantee holds: %s', async (_name, story) => {
    const { verdicts } = await auditOf(await told(story));
    expect(verdicts.map(({ guarantee }) => guarantee)).toEqual(
      Array.from({ length: 13 }, (_, index) => `G${index + 1}`),
    );
    for (const { guarantee, verdict, why } of verdicts)
      expect({ guarantee, verdict, why }).toMatchObject({
        verdict: NOT_HERE.includes(guarantee) ? 'not_checkable' : 'holds',
      });
  });

  it('the binding is shown with the fields of SPEC 3 and the chain head', async () => {
    const audit = await auditOf(await told(ANSWERED_RUN));
    expect(audit).toMatchObject({
      action_id: ACTION_ID,
      kind: 'source',
      binding: { status: 'completed', run_id: 'run_1' },
    });
    expect(audit.chain_head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('events stand with sequence, generation and request_sent by those names', async () => {
    const answered = await auditOf(await told(ANSWERED_RUN));
    expect(answered.events.find(({ type }) => type === 'ApprovalRequested')).toMatchObject({
      sequence: 1,
      generation: 1,
      data: { generation: 1 },
      metadata: { schema_version: 1 },
    });
    const lost = await auditOf(await told(LOST_START));
    expect(lost.events.find(({ type }) => type === 'RunOutcomeUnknown')).toMatchObject({
      request_sent: true,
    });
  });

  it('messages are whole envelopes, in the order of publication', async () => {
    const { messages } = await auditOf(await told(OPEN_RUN));
    expect(messages.map(({ topic }) => topic)).toEqual(['results', 'stream_chunks']);
    expect(messages[0]).toMatchObject({ key: ACTION_ID, value: { message_type: 'aip.core.v1.ack' } });
  });

  it('the timeline tells in order what happened', async () => {
    const { timeline } = await auditOf(await told(ANSWERED_RUN));
    expect(timeline.map(({ what }) => what)).toMatchSnapshot();
    expect(timeline[0]?.at).toBe('2026-01-01T00:00:00.000Z');
  });

  it('G12: run twice, and on the same log elsewhere, the audit has the same bytes', async () => {
    const deployment = await told(ANSWERED_RUN);
    const first = JSON.stringify(await auditOf(deployment));
    expect(JSON.stringify(await auditOf(deployment))).toBe(first);
    expect(JSON.stringify(await auditOf(await told(ANSWERED_RUN)))).toBe(first);
  });

  it('a resume shows its source, and of the messages its own', async () => {
    const audit = await auditOf(await told(ANSWERED_RUN), RESUME_ID);
    expect(audit).toMatchObject({ kind: 'resume', binding: { action_id: ACTION_ID } });
    expect(audit.messages.map(({ headers }) => headers['aip-action-id'])).toEqual([RESUME_ID]);
    expect(audit.events[0]?.type).toBe('OperatorRunRequested');
    expect(new Set(audit.events.map(({ id }) => id)).size).toBe(audit.events.length);
    expect(audit.events.some(({ type }) => type === 'ResumeReceived')).toBe(true);
    expect(audit.verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  });

  it.each(['act_refused', 'not an operator id', 'x'.repeat(2000)])(
    'M8: a refused id shows its rejections: %.20s',
    async (id) => {
      const audit = await auditOf(await told([refused(id)]), id);
      expect(audit).toMatchObject({ kind: 'refused', binding: null, chain_head: null });
      expect(audit.events.map(({ type }) => type)).toEqual(['CommandRefused']);
      expect(audit.messages).toHaveLength(1);
      expect(audit.verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    },
  );

  it('an id the log does not know is null', async () => {
    const { log, bus } = await told(ANSWERED_RUN);
    expect(await auditAction({ log, reader: bus.reader, actionId: 'act_other' })).toBeNull();
    expect(await auditAction({ log, reader: null, actionId: '' })).toBeNull();
  });

  it('without a bus the messages are derived and not compared', async () => {
    const { log } = await told(ANSWERED_RUN);
    const audit = await auditAction({ log, reader: null, actionId: ACTION_ID });
    expect(audit?.verdicts[11]).toMatchObject({
      verdict: 'holds',
      why: expect.stringContaining('no bus was read') as string,
    });
  });
});
