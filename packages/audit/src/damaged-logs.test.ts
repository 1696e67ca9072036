import type { JsonObject } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { auditAction } from './audit-action.js';
import { auditOf, brokenIn } from './fixtures/broken-in.js';
import { after, changed, replaced } from './fixtures/damage.js';
import { deploy, seal, told } from './fixtures/deployment.js';
import {
  accepted,
  ACTION_ID,
  ANSWERED,
  CLAIMED,
  ended,
  facts,
  invocation,
  lostStart,
  requested,
  RESUME,
  said,
} from './fixtures/good-events.js';
import {
  ANSWERED_RUN,
  bound,
  CANCELLED_RUN,
  COMPLETED_RESULT,
  DELEGATED_RUN,
  LOST_START,
  OPEN_RUN,
  refused,
  replayed,
  type Story,
} from './fixtures/stories.js';

const STOP = { type: 'RunStopSent', data: { http_status: 200, answer: null, reason: 'again' } };
const RESOLVED: JsonObject = {
  code: null,
  queue_digest: 'sha256:1',
  lifecycle_digest: 'sha256:2',
  child_result: { action_id: ACTION_ID, status: 'completed' },
  error: null,
  next_sequence: 5,
  settles: [],
};
const UNKNOWN_ANSWER = {
  type: 'ApprovalAnswerOutcomeUnknown',
  data: { action_id: 'act_resume', approval_generation: 1, diagnostic: null },
};
const KEY = 'sk-abcdefghijklmnopqrstuvwxyz012345';
const [, , , , , received] = ANSWERED_RUN;
if (received === undefined) throw new Error('the story has no resume');

/** Each story is sealed and published anew, so that only what it tells is wrong. */
const DAMAGES: readonly (readonly [guarantee: string, what: string, story: Story])[] = [
  ['G1', 'a second start claim', after(ANSWERED_RUN, 'RunStartClaimed', CLAIMED)],
  ['G1', 'a run bound under another claim', changed(ANSWERED_RUN, 'RunBound', { claim_id: 'claim-other' })],
  ['G1', 'a run that nobody claimed', replaced(ANSWERED_RUN, 'RunStartClaimed', () => [])],
  [
    'G1',
    'a second run id learned late',
    [
      ...ANSWERED_RUN,
      bound({
        type: 'LateEvidenceRecorded',
        data: { what: 'run_id', run_id: 'run_2', provider: null, detail: '' },
      }),
    ],
  ],
  [
    'G2',
    'a prompt answered while an answer is on its way',
    after(ANSWERED_RUN, 'ApprovalAnswerClaimed', ANSWERED),
  ],
  ['G2', 'a prompt answered twice', after(ANSWERED_RUN, 'ApprovalAnswerApplied', ANSWERED)],
  [
    'G2',
    'an answer to a prompt that never was',
    changed(ANSWERED_RUN, 'ApprovalAnswerClaimed', { approval_generation: 2 }),
  ],
  ['G2', 'an outcome of an answer never claimed', replaced(ANSWERED_RUN, 'ApprovalAnswerClaimed', () => [])],
  [
    'G3',
    'a lost start recorded as failed',
    replaced(LOST_START, 'RunOutcomeUnknown', () => [lostStart('RunFailed')]),
  ],
  [
    'G3',
    'a lost answer and the run goes on',
    replaced(ANSWERED_RUN, 'ApprovalAnswerApplied', () => [UNKNOWN_ANSWER]),
  ],
  [
    'G3',
    'an answer after the unknown outcome',
    [
      ...LOST_START,
      {
        ...bound(),
        events: [{ type: 'RunBound', data: { claim_id: 'claim-start', run_id: 'run_1', replayed: null } }],
      },
    ],
  ],
  [
    'G4',
    'a replay with another result',
    changed(ANSWERED_RUN, 'ReplayServed', { result: { ...COMPLETED_RESULT, next_sequence: 6 } }),
  ],
  ['G4', 'a change after the end', [...ANSWERED_RUN, bound(STOP)]],
  ['G5', 'a second request', after(ANSWERED_RUN, 'RunBound', requested({ request_fingerprint: 'other' }))],
  [
    'G5',
    'a refused command in the binding',
    ANSWERED_RUN.flatMap((append) =>
      append.stream.includes('rejections')
        ? [
            {
              ...append,
              events: append.events.map(({ type, data }) => ({
                type,
                data: { ...data, invocation: invocation() },
              })),
            },
          ]
        : [append],
    ),
  ],
  [
    'G5',
    'an answer other than its resume',
    changed(ANSWERED_RUN, 'ApprovalAnswerClaimed', { choice: 'always' }),
  ],
  ['G5', 'an answer without its resume', ANSWERED_RUN.filter((append) => append !== received)],
  ['G6', 'an end that the source is not told', changed(ANSWERED_RUN, 'RunCompleted', { settles: [RESUME] })],
  [
    'G6',
    'a waiting resume that is never told',
    changed(ANSWERED_RUN, 'RunCompleted', { settles: [invocation()] }),
  ],
  [
    'G6',
    'a command told twice',
    changed(ANSWERED_RUN, 'RunCompleted', { settles: [RESUME, invocation(), invocation()] }),
  ],
  ['G7', 'a gap', replaced(ANSWERED_RUN, 'StreamEnded', () => [])],
  ['G7', 'a sequence twice', replaced(OPEN_RUN, 'ProviderEventObserved', (event) => [event, event])],
  ['G7', 'a closing chunk in the middle', changed(OPEN_RUN, 'ProviderEventObserved', { kind: 'done' })],
  [
    'G7',
    'a result that names too many chunks',
    changed(ANSWERED_RUN, 'ApprovalAnswerApplied', { next_sequence: 3 }),
  ],
  [
    'G8',
    'cancelled because nobody answered',
    changed(CANCELLED_RUN, 'RunCancelled', { provider: null, seen_by: 'local' }),
  ],
  [
    'G8',
    'cancelled although the run completed',
    changed(CANCELLED_RUN, 'RunCancelled', { provider: { event: 'run.completed' } }),
  ],
  [
    'G9',
    'a delegated result of a direct run',
    [...ANSWERED_RUN, bound({ type: 'DelegationResolved', data: RESOLVED })],
  ],
  ['G9', 'a child nobody verified', changed(DELEGATED_RUN, 'DelegationResolved', { queue_digest: null })],
  [
    'G9',
    'another child',
    changed(DELEGATED_RUN, 'DelegationResolved', {
      child_result: { action_id: 'act_x', status: 'completed' },
    }),
  ],
  [
    'G10',
    'a key in what the provider said',
    replaced(OPEN_RUN, 'ProviderEventObserved', () => [said(0, `the key is ${KEY}`)]),
  ],
  ['G12', 'an event that does not fit there', after(ANSWERED_RUN, 'RunStartClaimed', STOP)],
  [
    'G8',
    'cancelled before anything ran',
    [bound(requested(), accepted(), CLAIMED), bound(ended('RunCancelled', 0, [invocation()]))],
  ],
  ['G12', 'a stream without its request', [bound(accepted(), CLAIMED)]],
  ['G12', 'an event of an unknown type', [...ANSWERED_RUN, bound({ type: 'RunPaused', data: {} })]],
];

describe('E1: a log damaged once breaks exactly one guarantee', () => {
  it.each(DAMAGES)('%s: %s', async (guarantee, _what, story) => {
    const broken = brokenIn(await auditOf(await told(story)));
    expect(Object.keys(broken), JSON.stringify(broken)).toEqual([guarantee]);
  });

  it('covers every guarantee that can be checked from here', () => {
    const covered = new Set(DAMAGES.map(([guarantee]) => guarantee));
    expect([...covered]).toEqual(['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8', 'G9', 'G10', 'G12']);
  });

  it('G10: a given credential is found in any form, and never repeated', async () => {
    const secret = 'canary "key" 4711';
    const story = changed(OPEN_RUN, 'OperatorRunRequested', {
      action: { id: ACTION_ID, note: `see ${secret}` },
    });
    const { log, bus } = await told(story);
    const parts = { log, reader: bus.reader, actionId: ACTION_ID };
    const without = await auditAction(parts);
    expect(without?.verdicts[9]?.verdict).toBe('holds');
    const given = await auditAction({ ...parts, secrets: [secret] });
    expect(given?.verdicts[9]?.verdict).toBe('broken');
    expect(JSON.stringify(given?.verdicts)).not.toContain('canary');
  });

  it('G6: a binding nobody waits for is a lost command', async () => {
    const audit = await auditOf(await told([bound(requested(), CLAIMED)]));
    expect(Object.keys(brokenIn(audit))).toEqual(['G6']);
  });

  it('G7: a consumer gets all chunks of an Action or none', async () => {
    const rows = seal(ANSWERED_RUN).map((row) =>
      row.type === 'StreamEnded'
        ? { ...row, metadata: row.metadata.replace('"publish_chunks":true', '"publish_chunks":false') }
        : row,
    );
    expect(Object.keys(brokenIn(await auditOf(await deploy(rows))))).toEqual(['G7']);
  });

  it('G1: a claim after the end is a second start, too', async () => {
    const broken = brokenIn(await auditOf(await told([...ANSWERED_RUN, bound(CLAIMED)])));
    expect(Object.keys(broken)).toEqual(['G1', 'G4']);
  });

  it('G3: an open claim is named, so that nobody takes it for progress', async () => {
    const audit = await auditOf(await told([bound(requested(), accepted(), CLAIMED)]));
    expect(audit.verdicts[2]).toMatchObject({
      verdict: 'holds',
      why: expect.stringContaining('instance-1') as string,
    });
  });

  it('G3: the claim of an ended binding is no open one', async () => {
    const refusedStart = replaced(LOST_START, 'RunOutcomeUnknown', () => {
      const { type, data } = lostStart('RunFailed');
      return [
        { type, data: { ...data, evidence: { request_sent: true, reason: 'rejected', http_status: 400 } } },
      ];
    });
    const audit = await auditOf(await told(refusedStart));
    expect(audit.verdicts[2]).toMatchObject({ verdict: 'holds', why: 'no effect has an unknown outcome' });
  });

  it('G12: what a newer release wrote is not judged', async () => {
    const newer = [...OPEN_RUN, bound({ type: 'RunPaused', data: {} })];
    const rows = seal(newer);
    const raised = rows.map((row) =>
      row.type === 'RunPaused'
        ? { ...row, metadata: row.metadata.replace('"schema_version":1', '"schema_version":2') }
        : row,
    );
    const audit = await auditOf(await deploy(raised));
    expect(brokenIn(audit)).toEqual({});
    expect(audit.verdicts[11]?.verdict).toBe('not_checkable');
    expect(audit.verdicts[0]?.verdict).toBe('not_checkable');
  });

  it('G4: a replay while the run waits repeats its prompt', async () => {
    const pending_approval = { event: 'approval.request', approval_generation: 1 };
    const output = { ...facts('waiting_for_approval', { pending_approval }), provider: null };
    const result = {
      status: 'requires_human',
      output,
      message: [{ type: 'json', data: output }],
      error: null,
      next_sequence: 2,
    };
    const story = ANSWERED_RUN.flatMap((append) =>
      append.events[0]?.type === 'ApprovalRequested' ? [append, replayed(result, 'msg_early')] : [append],
    );
    const audit = await auditOf(await told(story));
    expect(brokenIn(audit)).toEqual({});
  });

  it('M8: a refusal without a reply that can be told is broken', async () => {
    const story = [refused('act_x', { kind: 'nothing' })];
    const broken = brokenIn(await auditOf(await told(story), 'act_x'));
    expect(Object.keys(broken)).toContain('G12');
  });

  it('G4: a second end is named by every guarantee that it breaks', async () => {
    const story = [...ANSWERED_RUN, bound(ended('RunCompleted', 5, []))];
    expect(Object.keys(brokenIn(await auditOf(await told(story))))).toEqual(['G4', 'G7']);
  });
});
