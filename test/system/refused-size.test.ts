import { RecordTooLarge } from '@aip-hermes/message-bus';
import type { MemoryWrite } from '@aip-hermes/message-bus/memory';
import { expect, it } from 'vitest';
import { HAPPY_FRAMES } from '../support/happy-run.js';
import { streaming } from '../support/observed-run.js';
import { resultOf } from '../support/published.js';

/** Refuses results of one Action, as often as told. */
function refusing(actionId: string, times: number): (write: MemoryWrite) => void {
  let left = times;
  return ({ port, records }) => {
    const index = records.findIndex(({ topic, key }) => topic === 'results' && key === actionId);
    if (port !== 'projectionSink' || index < 0 || left === 0) return;
    left -= 1;
    throw new RecordTooLarge('this bus takes less', index);
  };
}

it('DESIGN 7: what the bus refuses for its size becomes its substitute, and the shard goes on', async () => {
  const world = streaming(HAPPY_FRAMES, 'close', undefined, { bus: { beforeWrite: refusing('act_1', 1) } });
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.deliver(world.action('act_2'));
  await world.settle();
  const refused = await resultOf(world, 'act_1');
  expect(refused).toMatchObject({
    status: 'failed',
    error: { code: 'connector.hermes_agent.output_too_large' },
  });
  expect(await resultOf(world, 'act_2')).toMatchObject({ status: 'completed' });
  expect((await world.chunks('act_1')).at(-1)).toMatchObject({ kind: 'done' });
  expect(world.failures).toEqual([]);
});

it('DESIGN 7: a bus that takes not even the substitute stops the shard instead of turning in circles', async () => {
  const world = streaming(HAPPY_FRAMES, 'close', undefined, { bus: { beforeWrite: refusing('act_1', -1) } });
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.settle();
  expect(world.failures).toEqual([expect.objectContaining({ name: 'RecordTooLarge' })]);
});
