import type { EventLog, Position } from '@aip-hermes/event-log';

/** Positions of the log that are looked over at most: a moment, whatever the history. */
const MAX_POSITIONS = 50_000;

/** An event, without what it says. */
export interface PassedEvent {
  readonly stream: string;
  readonly type: string;
}

/**
 * The events of some types after `from` up to `head`; null when more than 50,000 positions lie between. Knows the form
 * of embedded positions: whole numbers of fixed width. @throws LogUnavailable
 */
export async function eventsBetween(
  log: EventLog,
  {
    types,
    from,
    head,
  }: { readonly types: readonly string[]; readonly from: Position | null; readonly head: Position | null },
): Promise<readonly PassedEvent[] | null> {
  if (head === null) return [];
  if (BigInt(head) - BigInt(from ?? 0) > MAX_POSITIONS) return null;
  const stop = new AbortController();
  const passed: PassedEvent[] = [];
  try {
    for await (const { events, position, caughtUp } of log.subscribe({ types, from, signal: stop.signal })) {
      for (const it of events) if (it.position <= head) passed.push({ stream: it.stream, type: it.type });
      if (caughtUp || (position !== null && position >= head)) break;
    }
  } finally {
    stop.abort();
  }
  return passed;
}
