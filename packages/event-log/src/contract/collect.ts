import type { EventLog, Position, RecordedEvent, SubscriptionBatch } from '../port.js';

/** What a subscription has yielded so far. */
export interface Collected {
  readonly events: RecordedEvent[];
  readonly batches: SubscriptionBatch[];
}

/**
 * Subscribes and collects until `enough` says so after a batch; `onBatch` may act in between. A subscription that
 * never gives enough ends with the test's time-out.
 */
export async function collect(
  log: EventLog,
  given: { readonly types: readonly string[]; readonly from: Position | null },
  enough: (collected: Collected, batch: SubscriptionBatch) => boolean | Promise<boolean>,
): Promise<Collected> {
  const abort = new AbortController();
  const collected: Collected = { events: [], batches: [] };
  for await (const batch of log.subscribe({ ...given, signal: abort.signal })) {
    collected.events.push(...batch.events);
    collected.batches.push(batch);
    if (await enough(collected, batch)) abort.abort();
  }
  return collected;
}

/** `enough` for everything up to now. */
export const untilCaughtUp = (_: Collected, batch: SubscriptionBatch): boolean => batch.caughtUp;

/** `enough` for a number of events. */
export function untilCount(count: number): (collected: Collected) => boolean {
  return ({ events }) => events.length >= count;
}
