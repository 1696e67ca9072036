import type { Json } from '@aip-hermes/aip';
import { event, HAPPY_FRAMES, status } from '../../support/happy-run.js';
import { DONE, polled, runToTheEnd, streaming } from '../../support/observed-run.js';
import type { World, WorldOptions } from '../../support/world.js';
import type { Scene } from './scene.js';

/** A run of `act_1` in a mode, in the world given. */
function inMode(mode: string, world: () => World): Scene {
  return async () => {
    const here = world();
    await runToTheEnd(here, { mode });
    return here;
  };
}

const small: Partial<WorldOptions> = { policy: { max_output_bytes: 1_024, max_event_data_bytes: 1_024 } };
const long = 'Über-long text. '.repeat(120);

/** Runs that end, by how they end and what is said before. */
export const ENDS: Readonly<Record<string, Scene>> = {
  'completed-streaming': inMode('streaming', () => streaming(HAPPY_FRAMES)),
  'completed-sync': inMode('sync', () => streaming(HAPPY_FRAMES)),
  'completed-async': inMode('async', () => streaming(HAPPY_FRAMES)),
  'completed-sync-chunks-always': inMode('sync', () =>
    streaming(HAPPY_FRAMES, 'close', undefined, { policy: { publish_chunks: 'always' } }),
  ),
  'completed-without-text': inMode('streaming', () => streaming([event('run.completed', { output: '' })])),
  failed: inMode('streaming', () =>
    streaming([event('message.delta', { delta: 'I try' }), event('run.failed', { error: 'no disk left' })]),
  ),
  'failed-without-reason': inMode('sync', () => streaming([event('run.failed')])),
  'cancelled-by-provider': inMode('streaming', () =>
    streaming([event('message.delta', { delta: 'I try' }), event('run.cancelled')]),
  ),
  'cut-then-polled': inMode('streaming', () =>
    streaming([event('message.delta', { delta: 'All ' })], 'reset', (nth) =>
      nth < 3 ? status('running') : status('completed', { output: 'All good.' }),
    ),
  ),
  'closed-then-failed': inMode('streaming', () =>
    streaming([event('message.delta', { delta: 'All ' })], 'close', () => status('failed', { error: 'no' })),
  ),
  'unknown-event': inMode('streaming', () =>
    streaming([event('subagent.start', { name: 'helper' }), event('run.completed', DONE)]),
  ),
  'events-limited': inMode('streaming', () =>
    streaming(
      [
        ...Array.from({ length: 6 }, () => event('message.delta', { delta: 'd' })),
        event('run.completed', DONE),
      ],
      'close',
      undefined,
      { policy: { max_events: 3 } },
    ),
  ),
  truncated: inMode('streaming', () =>
    streaming(
      [
        event('tool.completed', { tool: 'terminal', preview: long }),
        { waitMs: 10 },
        event('run.completed', { ...DONE, output: long }),
      ],
      'close',
      undefined,
      small,
    ),
  ),
  'odd-text': inMode('streaming', () =>
    streaming([
      event('message.delta', { delta: 'Hé 😀 \u2028 "\\ \u0000' }),
      { text: `data: {"event":"message.delta","delta":"half \\ud83d","n":9223372036854775808}\n\n` },
      event('run.completed', { output: 'Fin \u{1F600} \t\\' }),
    ]),
  ),
  'deadline-unknown': inMode('streaming', () =>
    streaming([], 'open', undefined, { policy: { timeout_ms: 30_000 } }),
  ),
  'unknown-status-word': inMode('streaming', () => polled(() => status('superseded'))),
  'run-vanished': inMode('streaming', () =>
    polled(() => ({ status: 404, json: { error: { code: 'run_not_found' } } })),
  ),
};

/** Several who asked for one Action: each is answered; the one served later gets the same. */
export const REPLAYS: Readonly<Record<string, Scene>> = {
  'joined-while-running': async () => {
    const world = streaming([{ waitMs: 1_000 }, event('run.completed', DONE)]);
    await world.boot();
    for (const mode of ['streaming', 'sync', 'async']) await world.deliver(act1(world, { mode }));
    await world.settle();
    return world;
  },
  'replay-served': async () => {
    const world = streaming(HAPPY_FRAMES);
    await runToTheEnd(world);
    await world.deliver(act1(world, { mode: 'sync' }));
    await world.settle();
    return world;
  },
  'replay-of-failure-served': async () => {
    const world = streaming([event('run.failed', { error: 'no disk left' })]);
    await runToTheEnd(world);
    await world.deliver(act1(world, { mode: 'async' }));
    await world.settle();
    return world;
  },
};

/** The command of `act_1` once more, under a fresh message id. */
function act1(world: World, more: Record<string, Json>): Record<string, Json> {
  return world.action('act_1', { objective: 'Summarise the report' }, more);
}
