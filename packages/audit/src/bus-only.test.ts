import { bindingStream, messageKey } from '@aip-hermes/binding';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { busOnly, type BusOnly, type PublishedKeys } from './bus-only.js';
import { deploy, seal, told, type Deployment } from './fixtures/deployment.js';
import { ACTION_ID } from './fixtures/good-events.js';
import { ANSWERED_RUN, refused } from './fixtures/stories.js';

function over(keys: readonly string[]): PublishedKeys {
  const sorted = [...keys].sort();
  return (after, limit) => sorted.filter((key) => key > after).slice(0, limit);
}

async function foundIn({ log, bus, publishedUpTo }: Deployment, keys: readonly string[]): Promise<BusOnly[]> {
  const found: BusOnly[] = [];
  for await (const it of busOnly({ log, reader: bus.reader, publishedUpTo }, over(keys))) found.push(it);
  return found;
}

describe('messages on the bus that the log does not lead to', () => {
  it('G12: a deployment as it should be has none', async () => {
    const whole = await told([...ANSWERED_RUN, refused('act_refused'), refused('odd id')]);
    expect(await foundIn(whole, [ACTION_ID, 'act_refused', 'odd id'])).toEqual([]);
  });

  it('G12: an Action that was removed from the log is named by its key', async () => {
    const { bus, publishedUpTo } = await told(ANSWERED_RUN);
    const log = createMemoryEventLog();
    expect(await foundIn({ log, bus, publishedUpTo }, [ACTION_ID])).toEqual([
      { key: ACTION_ID, kind: 'orphaned', audit: null },
    ]);
  });

  it('G12: an Action whose beginnings have another type is audited all the same', async () => {
    const stream = bindingStream(ACTION_ID);
    const rows = seal(ANSWERED_RUN).map((row, index) =>
      row.stream === stream && ['OperatorRunRequested', 'InvocationAccepted'].includes(row.type)
        ? { ...row, type: `Other${index}` }
        : row,
    );
    const damaged = await deploy(rows);
    const { bus } = await told(ANSWERED_RUN);
    expect(await foundIn({ ...damaged, bus }, [ACTION_ID])).toMatchObject([
      { key: ACTION_ID, kind: 'audited', audit: { action_id: ACTION_ID } },
    ]);
  });

  it('DESIGN 3: refusals past their retention, and keys that several ids may share, are not called broken', async () => {
    const shared = 'x'.repeat(600);
    const { bus, publishedUpTo } = await told([refused('act_refused'), refused(shared)]);
    const found = await foundIn({ log: createMemoryEventLog(), bus, publishedUpTo }, [
      'act_refused',
      messageKey(shared),
    ]);
    expect(found.map(({ kind }) => kind)).toEqual(['refusals', 'refusals']);
  });
});
