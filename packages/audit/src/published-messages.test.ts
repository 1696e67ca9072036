import type { MessageReader, PublishedRecord } from '@aip-hermes/message-bus';
import { substituteFor } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { auditAction } from './audit-action.js';
import { auditOf, brokenIn } from './fixtures/broken-in.js';
import { deploy, seal, type Deployment } from './fixtures/deployment.js';
import { replaced } from './fixtures/damage.js';
import { ACTION_ID, RESUME_ID, said } from './fixtures/good-events.js';
import { ANSWERED_RUN, OPEN_RUN, refused } from './fixtures/stories.js';

type Publish = (records: readonly PublishedRecord[]) => readonly PublishedRecord[];

const ROWS = seal(ANSWERED_RUN);

/** The first record that fits, changed. */
function edit(
  fits: (record: PublishedRecord) => boolean,
  change: (record: PublishedRecord) => readonly PublishedRecord[],
): Publish {
  return (records) => {
    const at = records.findIndex(fits);
    if (at < 0) throw new Error('no such record');
    return records.flatMap((record, index) => (index === at ? change(record) : [record]));
  };
}

const isChunk = ({ topic }: PublishedRecord): boolean => topic === 'stream_chunks';
const isResult = ({ topic, headers }: PublishedRecord): boolean =>
  topic === 'results' && headers['aip-message-type'] === 'aip.core.v1.action_result';
const twice = (record: PublishedRecord): readonly PublishedRecord[] => [record, record];
const gone = (): readonly PublishedRecord[] => [];

/** A record that looks like a refusal of a message. */
function refusalTo(messageId: string): PublishedRecord {
  const body = { action_result: { action_id: ACTION_ID, status: 'failed' } };
  const value = JSON.stringify({ in_response_to: messageId, body });
  return { topic: 'results', key: ACTION_ID, headers: {}, value };
}

/** The second record before the first one. */
function swap(fits: (record: PublishedRecord) => boolean): Publish {
  return (records) => {
    const [first, second] = records.filter(fits);
    return records.map(
      (record) => (record === first ? second : record === second ? first : record) ?? record,
    );
  };
}

describe('G12: messages are compared byte for byte', () => {
  it.each<readonly [string, string, Publish]>([
    [
      'G12',
      'another value',
      edit(isResult, (it) => [{ ...it, value: it.value.replace('"once"', '"deny"').replace('ls', 'rm') }]),
    ],
    ['G12', 'one blank more', edit(isResult, (it) => [{ ...it, value: `${it.value} ` }])],
    [
      'G12',
      'another header',
      edit(isResult, (it) => [{ ...it, headers: { ...it.headers, traceparent: '00-1' } }]),
    ],
    [
      'G12',
      'a header less',
      edit(isChunk, ({ headers: { 'aip-version': _, ...headers }, ...it }) => [{ ...it, headers }]),
    ],
    [
      'G12',
      'another id and another text',
      edit(isChunk, (it) => [
        {
          ...it,
          value: it.value.replace('All', 'Nothing'),
          headers: { ...it.headers, 'aip-message-id': 'msg_x' },
        },
      ]),
    ],
    [
      'G12',
      'an invented chunk',
      edit(isChunk, (it) => [it, { ...it, headers: { ...it.headers, 'aip-message-id': 'msg_x' } }]),
    ],
    [
      'G12',
      'an invented result for the source',
      (all) => [...all, { topic: 'results', key: ACTION_ID, headers: {}, value: '{}' }],
    ],
    [
      'G12',
      'a chunk again with another text',
      edit(isChunk, (it) => [it, { ...it, value: it.value.replace('All', 'Nothing') }]),
    ],
    ['G12', 'an invented refusal', (all) => [...all, refusalTo('msg_unknown')]],
    ['G12', 'a reply twice', edit(isResult, twice)],
    ['G12', 'replies in another order', swap(isResult)],
    ['G6', 'a reply lost', edit(isResult, gone)],
    ['G7', 'a chunk lost', edit(isChunk, gone)],
    ['G7', 'a chunk twice', edit(isChunk, twice)],
    ['G7', 'chunks in another order', swap(isChunk)],
  ])('%s: %s', async (guarantee, _what, publish) => {
    const broken = brokenIn(await auditOf(await deploy(ROWS, publish)));
    expect(Object.keys(broken), JSON.stringify(broken)).toEqual([guarantee]);
  });

  it('a resume is compared under its source', async () => {
    const publish = edit(
      ({ headers }) => headers['aip-action-id'] === RESUME_ID,
      (it) => [{ ...it, value: `${it.value} ` }],
    );
    expect(Object.keys(brokenIn(await auditOf(await deploy(ROWS, publish), RESUME_ID)))).toEqual(['G12']);
  });

  it("DESIGN 1: error replies that name no Action are nobody's", async () => {
    const direct: PublishedRecord = {
      topic: 'results',
      key: null,
      headers: {},
      value: '{}',
    };
    const audit = await auditOf(await deploy(ROWS, (all) => [...all, direct]));
    expect(brokenIn(audit)).toEqual({});
  });

  const LARGE = seal(replaced(OPEN_RUN, 'ProviderEventObserved', () => [said(0, 'a'.repeat(5000))]));

  it('DESIGN 7: a substitute stands for a message that is too large', async () => {
    const chunk = LARGE.find(({ type }) => type === 'ProviderEventObserved');
    const substitutes =
      chunk === undefined ? [] : substituteFor({ ...chunk, revision: 5 }, 'output_too_large');
    const audit = await auditOf(
      await deploy(
        LARGE,
        edit(isChunk, () => substitutes),
      ),
    );
    expect(substitutes).toHaveLength(1);
    expect(brokenIn(audit)).toEqual({});
    expect(audit.verdicts[11]?.why).toContain('1 too large and published as their substitute');
  });

  it('DESIGN 7: no substitute stands for a message that is smaller', async () => {
    const chunk = ROWS.find(({ type }) => type === 'ProviderEventObserved');
    const substitutes =
      chunk === undefined ? [] : substituteFor({ ...chunk, revision: 5 }, 'output_too_large');
    const audit = await auditOf(
      await deploy(
        ROWS,
        edit(isChunk, () => substitutes),
      ),
    );
    expect(Object.keys(brokenIn(audit))).toEqual(['G12']);
  });
});

describe('DESIGN 4: what retention removed from the bus', () => {
  const last: Publish = (records) => records.slice(-1);
  const START = Date.UTC(2026, 0, 1);
  const CHECKED = ['G6', 'G7', 'G12'];
  const verdictsOf = async (removedUntilMs: number): Promise<Readonly<Record<string, string>>> => {
    const audit = await auditOf(await deploy(ROWS, last), ACTION_ID, removedUntilMs);
    return Object.fromEntries(audit.verdicts.map(({ guarantee, verdict }) => [guarantee, verdict]));
  };

  it('cannot be compared, and nothing is broken by it', async () => {
    const verdicts = await verdictsOf(START + 3_600_000);
    expect(Object.values(verdicts)).not.toContain('broken');
    expect(CHECKED.map((id) => verdicts[id])).toEqual(CHECKED.map(() => 'not_checkable'));
    const [why] = (await auditOf(await deploy(ROWS, last), ACTION_ID, START + 3_600_000)).verdicts
      .filter(({ guarantee }) => guarantee === 'G6')
      .map((it) => it.why);
    expect(why).toContain('removed from the bus by its retention');
  });

  it('excuses nothing that was recorded later', async () => {
    expect(await verdictsOf(START - 1)).toMatchObject({ G6: 'broken', G7: 'broken' });
  });
});

describe('G12: what is not published yet', () => {
  const half: Publish = (records) => records.slice(0, 3);

  it('is not missing while the checkpoint is behind it', async () => {
    const { publishedUpTo: _, ...deployment } = await deploy(ROWS, half);
    const audit = await auditOf({ ...deployment, publishedUpTo: null });
    expect(brokenIn(audit)).toEqual({});
    expect(audit.verdicts[11]?.why).toContain('not published yet');
  });

  it('is missing when something later is published, whatever is known of the checkpoint', async () => {
    const deployment = { ...(await deploy(ROWS, edit(isResult, gone))), publishedUpTo: null };
    expect(Object.keys(brokenIn(await auditOf(deployment)))).toEqual(['G6']);
  });

  it('is missing once the checkpoint has passed it', async () => {
    const broken = brokenIn(await auditOf(await deploy(ROWS, half)));
    expect(Object.keys(broken)).toEqual(['G6', 'G7']);
  });

  it('nothing at all is published: nothing is broken', async () => {
    const audit = await auditOf(await deploy(ROWS, () => []));
    expect(brokenIn(audit)).toEqual({});
  });
});

describe('DESIGN 3: replies beyond retention', () => {
  async function trimmed(stream: 'rejections' | 'replays'): Promise<Deployment> {
    const whole = await deploy(ROWS);
    const kept = await deploy(
      ROWS.filter((row) => !row.stream.includes(stream)),
      () => [],
    );
    return { ...whole, log: kept.log };
  }

  it.each(['rejections', 'replays'] as const)('are no longer derivable, not broken: %s', async (stream) => {
    const audit = await auditOf(await trimmed(stream));
    expect(brokenIn(audit)).toEqual({});
    expect(audit.verdicts[11]).toMatchObject({ verdict: 'not_checkable' });
    expect(audit.verdicts[11]?.why).toContain('1 reply on the bus may come from');
  });

  it("a second answer to the binding's own command is none of them", async () => {
    const rows = seal(ANSWERED_RUN.filter(({ stream }) => !stream.includes('rejections')));
    const forge: Publish = (all) => [...all, refusalTo('msg_source')];
    expect(Object.keys(brokenIn(await auditOf(await deploy(rows, forge))))).toEqual(['G12']);
  });

  it('refused ids that are cut to one key on the bus are not held against each other', async () => {
    const [one, two] = [`${'x'.repeat(600)}1`, `${'x'.repeat(600)}2`];
    const audit = await auditOf(await deploy(seal([refused(one), refused(two)])), one);
    expect(brokenIn(audit)).toEqual({});
  });

  it('a forged completed result is none of them', async () => {
    const forge = edit(isResult, (it) => [
      it,
      {
        ...it,
        headers: { ...it.headers, 'aip-message-id': 'msg_x' },
        value: JSON.stringify({
          in_response_to: 'msg_unknown',
          body: { action_result: { action_id: ACTION_ID, status: 'completed', output: { forged: true } } },
        }),
      },
    ]);
    const rows = seal(ANSWERED_RUN.filter(({ stream }) => !/rejections|replays/.test(stream)));
    expect(Object.keys(brokenIn(await auditOf(await deploy(rows, forge))))).toEqual(['G12']);
  });
});

it('a bus with bytes that are no UTF-8 or no value is a difference, not a crash', async () => {
  const { log } = await deploy(ROWS, () => []);
  const reader: MessageReader = {
    async *read() {
      const record = {
        topic: 'results',
        partition: 0,
        offset: 0,
        key: ACTION_ID,
        headers: {},
        timestampMs: 0,
      } as const;
      yield {
        records: [
          { ...record, value: Uint8Array.of(0xff) },
          { ...record, value: null },
        ],
        caughtUp: true,
      };
    },
    close: () => Promise.resolve(),
  };
  const audit = await auditAction({ log, reader, actionId: ACTION_ID });
  expect(audit?.verdicts[11]).toMatchObject({ verdict: 'broken' });
});
