import { describe, expect, it } from 'vitest';
import { ACCEPTED, event, provider, status } from '../support/happy-run.js';
import { World, WORLD_KEY } from '../support/world.js';

const ENCODED = Buffer.from(`Bearer ${WORLD_KEY}`).toString('base64url');
/** What of it no neighbour shares. */
const CORE = ENCODED.slice(12, -4);

async function textsAfter(world: World): Promise<string> {
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.settle();
  const binding = await world.binding('act_1');
  expect(binding?.binding.status).not.toBe('starting');
  const events = await world.events('act_1');
  return events.map((row) => row.data).join('\n');
}

describe('the API key in base64', () => {
  it('G10, S5: as a run id it is unusable: the outcome is unknown and nothing is asked for under it', async () => {
    const start = { status: 202, json: { run_id: ENCODED, status: 'started' } };
    const world = new World({ script: provider({ start: () => start }) });
    expect(await textsAfter(world)).not.toContain(CORE);
    expect((await world.binding('act_1'))?.binding.status).toBe('outcome_unknown');
    expect(world.provider.seen.filter((request) => request.method === 'GET')).toEqual([]);
  });

  it.each([
    [
      'a refused start',
      { start: () => ({ status: 400, json: { error: { message: ENCODED, code: ENCODED } } }) },
    ],
    [
      'the run id of a server error',
      {
        start: () => ({ status: 500, json: { run_id: ENCODED } }),
        status: () => ({ status: 404, json: {} }),
      },
    ],
    [
      'a prompt and an event name',
      {
        start: () => ACCEPTED,
        events: () => ({
          frames: [
            event(ENCODED),
            event('approval.request', { request_id: ENCODED, choices: [ENCODED] }),
            event('run.completed', { output: '' }),
          ],
        }),
        status: () => status('running'),
      },
    ],
    [
      'a status word beside an open stream',
      {
        start: () => ACCEPTED,
        events: () => ({ frames: [], end: 'open' as const }),
        status: () => status(ENCODED),
      },
    ],
    [
      'a polled status word',
      { start: () => ACCEPTED, events: () => ({ status: 404, json: {} }), status: () => status(ENCODED) },
    ],
  ])('G10: in %s it is in no event', async (_, routes) => {
    const world = new World({ script: provider(routes) });
    expect(await textsAfter(world)).not.toContain(CORE);
  });
});
