import { auditAction } from '@aip-hermes/audit';
import { bindingStream } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { expect, it } from 'vitest';
import { withDamage } from '../support/damaged-log.js';
import { provider } from '../support/happy-run.js';
import { resultOf } from '../support/published.js';
import { replyTo } from '../support/replies.js';
import { World } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;

/** A world in which act_1 has run, and whose next process reads that event of its stream damaged. */
async function worldWith(type: string): Promise<World> {
  const world = new World({ script: provider() });
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.settle();
  world.crash();
  const isHit = (event: RecordedEvent): boolean =>
    event.stream === bindingStream('act_1') && event.type === type;
  await world.boot({ logSeen: (log) => withDamage(log, isHit) });
  return world;
}

it.each(['OperatorRunRequested', 'RunStartClaimed', 'RunBound', 'ProviderEventObserved', 'RunCompleted'])(
  'DESIGN 3, G1: with a damaged %s the binding is left alone, commands on it get operator_state, others go on',
  async (type) => {
    const world = await worldWith(type);
    const before = await world.events('act_1');
    const again = world.action('act_1');
    await world.deliver(again);
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect(await replyTo(world, again)).toMatchObject({
      kind: 'action_result',
      body: { status: 'failed', error: { code: 'connector.hermes_agent.operator_state' } },
    });
    expect((await resultOf(world, 'act_2')).status).toBe('completed');
    expect(await world.events('act_1')).toEqual(before);
    expect(world.provider.count('POST', STARTS)).toBe(2);
    expect(world.failures).toEqual([]);
  },
);

it('DESIGN 7: a damaged event is published as its substitute, said by stream and revision, and the shard goes on', async () => {
  const world = new World({ script: provider() });
  const isHit = (event: RecordedEvent): boolean =>
    event.type === 'RunCompleted' && event.stream.endsWith('act_1');
  await world.boot({ logSeen: (log) => withDamage(log, isHit) });
  await world.deliver(world.action('act_1'));
  await world.deliver(world.action('act_2'));
  await world.settle();
  expect((await resultOf(world, 'act_2')).status).toBe('completed');
  const said = world.lines.filter(({ message }) => message.includes('its substitute is'));
  expect(said).toMatchObject([
    {
      level: 'error',
      fields: { stream: bindingStream('act_1'), detail: expect.stringContaining('checksum') as unknown },
    },
  ]);
  const results = (await world.published('results')).filter(({ key }) => key === 'act_1');
  expect(results.map(({ value }) => JSON.stringify(value))).not.toContainEqual(
    expect.stringContaining('All good.'),
  );
  expect(world.failures).toEqual([]);
});

it('E1, G12: the audit names a damaged event', async () => {
  const world = await worldWith('RunBound');
  const log = withDamage(world.log, ({ type }) => type === 'RunBound');
  const audit = await auditAction({ log, reader: world.bus.reader, actionId: 'act_1' });
  const derivable = audit?.verdicts.find(({ guarantee }) => guarantee === 'G12');
  expect(derivable).toMatchObject({ verdict: 'broken' });
  expect(JSON.stringify(derivable)).toContain('its checksum does not fit');
});
