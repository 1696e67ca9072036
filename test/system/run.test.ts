import { describe, expect, it } from 'vitest';
import { provider } from '../support/happy-run.js';
import { World } from '../support/world.js';

describe('a run through the whole system', () => {
  it('O1, O3, G7: a streaming objective gives its chunks in order and one result', async () => {
    const world = new World({ script: provider() });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.settle();
    const chunks = await world.chunks('act_1');
    expect(chunks.map((chunk) => [chunk['sequence'], chunk['kind']])).toEqual([
      [0, 'data'],
      [1, 'tool'],
      [2, 'tool'],
      [3, 'thought'],
      [4, 'data'],
      [5, 'done'],
    ]);
    const results = await world.results();
    expect(results).toMatchObject([{ action_result: { action_id: 'act_1', status: 'completed' } }]);
    expect(world.provider.count('POST', /^\/v1\/runs$/)).toBe(1);
    expect(world.failures).toEqual([]);
  });
});
