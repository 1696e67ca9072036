import {
  ACCEPTED,
  event,
  HAPPY_FRAMES,
  provider,
  RUN_ID,
  status,
  type Routes,
} from '../../support/happy-run.js';
import { DONE, runToTheEnd, streaming } from '../../support/observed-run.js';
import type { ScriptedAnswer } from '../../support/scripted-provider.js';
import { World } from '../../support/world.js';
import type { Scene } from './scene.js';

/** A run whose start is answered so. */
function started(answer: ScriptedAnswer, more: Routes = {}): Scene {
  return async () => {
    const world = new World({ script: provider({ start: () => answer, ...more }) });
    await runToTheEnd(world);
    return world;
  };
}

/** Starts that do not lead to a run, or after which nobody knows. */
export const STARTS: Readonly<Record<string, Scene>> = {
  'start-rejected-400': started({
    status: 400,
    json: { error: { message: 'bad model', code: 'bad_request' } },
  }),
  'start-rejected-429': started({ status: 429, json: {}, headers: { 'retry-after': '7' } }),
  'start-server-error': started({ status: 503, text: 'busy' }),
  'start-lost': started({ broken: 'reset' }),
  'start-refused-connection': started({ broken: 'refused' }),
  'start-without-run-id': started({ status: 202, json: { status: 'started' } }),
  'start-late-evidence': started(
    { status: 500, json: { run_id: RUN_ID } },
    { status: (_, nth) => (nth < 3 ? status('running') : status('completed', { output: 'after all' })) },
  ),
  'start-late-evidence-gone': started(
    { status: 500, json: { run_id: RUN_ID } },
    { status: () => ({ status: 404, json: { error: { code: 'run_not_found' } } }) },
  ),
  'start-not-sent': async () => {
    const world: World = new World({
      script: provider(),
      faults: {
        afterAppend: (_, rows) => {
          if (rows.some(({ type }) => type === 'RunStartClaimed')) world.clock.skip(55_000);
        },
      },
    });
    await runToTheEnd(world);
    return world;
  },
};

/** Runs over more than one process. */
export const RESTARTS: Readonly<Record<string, Scene>> = {
  'claim-owner-gone': async () => {
    const world = new World({ script: provider({ start: () => ({ silent: true }) }) });
    return overRestart(world);
  },
  'taken-over': async () => {
    const frames = [event('message.delta', { delta: 'All ' }), { waitMs: 60_000 }];
    return overRestart(streaming(frames, 'open', () => status('completed', { output: 'All good.' })));
  },
  'taken-over-then-unknown': async () => {
    const frames = [event('message.delta', { delta: 'All ' }), { waitMs: 60_000 }];
    return overRestart(streaming(frames, 'open', () => status('interrupted', { error: 'restarted' })));
  },
  'waited-for-a-slot': async () => {
    const world = streaming([{ waitMs: 3_000 }, event('run.completed', DONE)], 'close', undefined, {
      policy: { max_concurrent_runs: 1 },
    });
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.deliver(world.action('act_2', { objective: 'Second' }, { mode: 'async' }));
    await world.settle();
    return world;
  },
  'slow-start': started({ ...ACCEPTED, delayMs: 5_000 }, { events: () => ({ frames: HAPPY_FRAMES }) }),
};

async function overRestart(world: World): Promise<World> {
  await world.boot();
  await world.deliver(world.action('act_1'));
  await world.clock.advance(1_000);
  world.crash();
  await world.clock.advance(5_000);
  await world.boot();
  await world.settle();
  return world;
}
