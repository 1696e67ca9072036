import type { Expectations } from '../file/scenario.js';
import { within } from './check.js';
import type { Ending } from './ending.js';

/** Time in which every process must have ended at the latest, milliseconds: the drain and what follows it. */
const LONGEST_STOP_MS = 60_000;

/**
 * `openSocketsAfter`: every process is told to end, and connections to the provider that are open then are counted. Looked
 * at behind everything else, since a stop may append and publish.
 */
export async function checkSockets(
  { world }: Ending,
  { openSocketsAfter }: Expectations,
): Promise<readonly string[]> {
  if (openSocketsAfter === undefined) return [];
  const running = world.living.filter(({ edge }) => edge.state === 'running');
  for (const instance of running) instance.terminate();
  await world.scheduler.runUntil(
    () => running.every(({ exit }) => exit !== null),
    () => 'a process has not ended',
    LONGEST_STOP_MS,
  );
  await world.scheduler.runReady();
  const wrong = within(world.provider.openSockets, openSocketsAfter);
  return wrong === null ? [] : [`openSocketsAfter ${wrong}`];
}
