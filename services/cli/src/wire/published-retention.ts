import { wait, type Surroundings } from '@aip-hermes/connector';
import { BusUnavailable } from '@aip-hermes/message-bus';
import type { SqliteBus } from '@aip-hermes/message-bus/sqlite';

/** Between two looks for messages that are old enough, milliseconds: as long as they live, within these bounds. */
const MOST_OFTEN_MS = 1_000;
const LEAST_OFTEN_MS = 60_000;
/** Between two removals of one look, milliseconds: others write in between. */
const PAUSE_MS = 20;

/** Removal of old published messages, under way. */
export interface PublishedRetention {
  stop(): Promise<void>;
}

/**
 * Removes published messages older than `maxAgeMs` from the bus, a few at a time, every minute (of a shorter
 * age, as often as it ends). A bus that cannot
 * be written is left for the next look; who opened it tells of that.
 * @param maxAgeMs Milliseconds; 0: nothing is removed.
 */
export function startPublishedRetention(
  bus: Pick<SqliteBus, 'removePublished'>,
  maxAgeMs: number,
  surroundings: Surroundings,
): PublishedRetention {
  const stopped = new AbortController();
  const ended =
    maxAgeMs === 0 ? Promise.resolve() : keepRemoving(bus, maxAgeMs, surroundings, stopped.signal);
  return {
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}

async function keepRemoving(
  bus: Pick<SqliteBus, 'removePublished'>,
  maxAgeMs: number,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  // Not at once: a service that refuses what it opened leaves it as it is.
  const every = Math.min(LEAST_OFTEN_MS, Math.max(MOST_OFTEN_MS, maxAgeMs));
  for (let more = false; ;) {
    const waited = await wait(surroundings.timers, more ? PAUSE_MS : every, signal);
    if (waited === 'aborted') return;
    more = await removeSome(bus, maxAgeMs, surroundings);
  }
}

async function removeSome(
  bus: Pick<SqliteBus, 'removePublished'>,
  maxAgeMs: number,
  { clock, log }: Surroundings,
): Promise<boolean> {
  try {
    const { removed, more } = await bus.removePublished(clock.now() - maxAgeMs);
    if (removed > 0) log.debug({ removed }, 'published messages beyond their retention were removed');
    return more;
  } catch (error) {
    if (!(error instanceof BusUnavailable)) throw error;
    return false;
  }
}
