import type { Play } from './play.js';
import { openThings } from './settled.js';

/** `settle`: runs until nothing is left that somebody who is alive could do. */
export async function settle({ world }: Play): Promise<void> {
  await world.scheduler.runUntil(
    () => !world.scheduler.isReady && openThings(world).length === 0,
    () => openThings(world).join('; ') || 'something is ready all the time',
  );
}
