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
});
