import { publishableEventTypes } from '@aip-hermes/binding';
import type { Projector, Timers } from '@aip-hermes/connector';
import type { EventLog } from '@aip-hermes/event-log';

/** Between two looks, milliseconds. */
const LOOK_EVERY_MS = 10;

/**
 * Resolves when everything publishable in the log is published, or after `limitMs`: what was recorded last should
 * reach those who watch before a service ends. What is left the next start publishes. @throws LogUnavailable
 */
export async function waitUntilPublished(
  log: EventLog,
  projector: Projector,
  timers: Timers,
  limitMs: number,
): Promise<void> {
  for (let waited = 0; waited < limitMs; waited += LOOK_EVERY_MS) {
    if (await isPublished(log, projector)) return;
    await new Promise<void>((resolve) => void timers.after(LOOK_EVERY_MS, resolve));
  }
}

async function isPublished(log: EventLog, projector: Projector): Promise<boolean> {
  const { signal } = new AbortController();
  const options = { types: publishableEventTypes, from: projector.position, signal };
  for await (const { events, caughtUp } of log.subscribe(options)) {
    if (events.length > 0) return false;
    if (caughtUp) return true;
  }
  return true;
}
