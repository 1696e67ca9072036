import { rejectionStream, resumeStream } from '@aip-hermes/binding';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { auditAll, type AuditProgress } from './audit-all.js';
import { deploy, seal, told } from './fixtures/deployment.js';
import { ACTION_ID } from './fixtures/good-events.js';
import { ANSWERED_RUN, refused } from './fixtures/stories.js';

async function idsOf(audits: ReturnType<typeof auditAll>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { action_id } of audits) ids.push(action_id);
  return ids;
}

describe('E1: audit of the whole log', () => {
  it('every binding and every refused id comes once, oldest first', async () => {
    const again = refused('act_refused');
    const { log, bus } = await told([refused('odd id'), ...ANSWERED_RUN, refused('act_refused'), again]);
    expect(await idsOf(auditAll({ log, reader: bus.reader }))).toEqual(['odd id', ACTION_ID, 'act_refused']);
  });

  it('says how far it has come', async () => {
    const { log, bus } = await told(ANSWERED_RUN);
    const progress: AuditProgress[] = [];
    await idsOf(auditAll({ log, reader: bus.reader }, (it) => progress.push(it)));
    const head = await log.head();
    expect(progress.at(-1)).toMatchObject({ audited: 1, head });
    expect(progress.every((it) => it.head === head)).toBe(true);
  });

  it('an empty log gives nothing, and ends', async () => {
    expect(await idsOf(auditAll({ log: createMemoryEventLog(), reader: null }))).toEqual([]);
  });

  it('G12: a binding whose first events are gone is not passed over', async () => {
    const rows = seal(ANSWERED_RUN).filter(({ type }) => type !== 'OperatorRunRequested');
    const { log } = await deploy(rows);
    const audits = auditAll({ log, reader: null });
    for await (const { action_id, verdicts } of audits) {
      expect(action_id).toBe(ACTION_ID);
      expect(verdicts[11]?.verdict).toBe('broken');
    }
    expect(await idsOf(auditAll({ log, reader: null }))).toEqual([ACTION_ID]);
  });

  it('ends early when told to', async () => {
    const { log } = await told(ANSWERED_RUN);
    expect(await idsOf(auditAll({ log, reader: null, signal: AbortSignal.abort() }))).toEqual([]);
  });

  it('a refused id that is a resume, too, is looked at as one', async () => {
    const { log } = await told([...ANSWERED_RUN, refused('act_resume')]);
    expect(rejectionStream('act_resume')).not.toBe(resumeStream('act_resume'));
    expect(await idsOf(auditAll({ log, reader: null }))).toEqual([ACTION_ID, 'act_resume']);
  });

  it.each(['act_\ud800', `act_${'x'.repeat(507)}\ud83d\ude00`, 'act_\ufffd', 'x'.repeat(600)])(
    'G6, G12: the refusal of %j is found under the key it was published with',
    async (id) => {
      const { log, bus, publishedUpTo } = await told([refused(id)]);
      for await (const audit of auditAll({ log, reader: bus.reader, publishedUpTo })) {
        expect(audit.verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
        expect(audit.verdicts.find(({ guarantee }) => guarantee === 'G12')?.why).toMatch(/byte for byte/);
      }
    },
  );

  it('G12: ids that share a key do not break each other', async () => {
    const ids = ['act_\ufffd', 'act_\ufffd\ufffd', 'act_\ud800', 'x'.repeat(512), 'x'.repeat(513)];
    const { log, bus, publishedUpTo } = await told(ids.map((id) => refused(id)));
    for await (const { verdicts } of auditAll({ log, reader: bus.reader, publishedUpTo }))
      expect(verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  });
});
