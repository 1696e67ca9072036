import type { RecordedEvent } from '@aip-hermes/event-log';
import { expectGuarantees } from './guarantees.js';
import { provider, status } from './happy-run.js';
import type { ScriptedAnswer, ScriptedFrame } from './scripted-provider.js';
import { World, type WorldOptions } from './world.js';

/** Members of a terminal event that says all is well. */
export const DONE = { output: 'All good.', usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 } };

/** Paths of the event stream and of the status. */
export const EVENTS = /\/events$/;
const STATUS = /^\/v1\/runs\/[^/]+$/;

/** Boots a world, runs the Action `act_1` to its end, and checks what must always hold. */
export async function runToTheEnd(world: World, more: Record<string, string | number> = {}): Promise<void> {
  await world.boot();
  await world.deliver(world.action('act_1', { objective: 'Summarise the report' }, more));
  await world.settle();
  await expectGuarantees(world);
}

/** A world whose runs stream these frames; `statusAnswer` gets the number of the status read, from 1. */
export function streaming(
  frames: readonly ScriptedFrame[],
  end: 'close' | 'reset' | 'open' = 'close',
  statusAnswer: (nth: number) => ScriptedAnswer = () => status('running'),
  options: Partial<WorldOptions> = {},
): World {
  let asked = 0;
  const script = provider({
    events: () => ({ frames, end }),
    status: () => statusAnswer((asked += 1)),
  });
  return new World({ script, ...options });
}

/** A world whose streams break at once, so that the run is polled. */
export function polled(
  statusAnswer: (nth: number) => ScriptedAnswer,
  options: Partial<WorldOptions> = {},
): World {
  return streaming([], 'reset', statusAnswer, options);
}

/** When the status was asked for, milliseconds of virtual time; connections that were refused are not in it. */
export function statusTimes(world: World): readonly number[] {
  const { seen } = world.provider;
  return seen.filter(({ method, path }) => method === 'GET' && STATUS.test(path)).map(({ atMs }) => atMs);
}

/** The `delta` of every recorded provider event. */
export function deltasOf(events: readonly RecordedEvent[]): readonly unknown[] {
  return events
    .filter(({ type }) => type === 'ProviderEventObserved')
    .map(({ data }) => (JSON.parse(data) as { provider: { delta?: unknown } }).provider.delta);
}
