import { actionIdOfBindingStream } from '@aip-hermes/binding';
import type { EventLog, Position } from '@aip-hermes/event-log';

/** Positions of the log looked through at a time; bounds memory and the pause of the process. */
const WINDOW = 20_000n;

/**
 * Action ids of the newest bindings, newest first, at most `limit`: walks the log backwards in windows, so that the
 * cost follows the limit and not the history. Knows the form of embedded positions: whole numbers of fixed width.
 */
export async function newestBindings(
  log: EventLog,
  limit: number,
  window = WINDOW,
): Promise<readonly string[]> {
  const found: string[] = [];
  let end = await log.head();
  while (end !== null && found.length < limit) {
    const start = BigInt(end) > window ? padded(BigInt(end) - window, end.length) : null;
    const opened = await openedBetween(log, start, end);
    found.push(...opened.reverse());
    end = start;
  }
  return found.slice(0, limit);
}

/** Bindings created after `start` up to and including `end`, oldest first. */
async function openedBetween(log: EventLog, start: Position | null, end: Position): Promise<string[]> {
  const stop = new AbortController();
  const ids: string[] = [];
  const types = ['OperatorRunRequested'];
  for await (const batch of log.subscribe({ types, from: start, signal: stop.signal })) {
    for (const { stream, position } of batch.events) {
      const id = position <= end ? actionIdOfBindingStream(stream) : null;
      if (id !== null) ids.push(id);
    }
    if (batch.caughtUp || (batch.position !== null && batch.position >= end)) break;
  }
  stop.abort();
  return ids;
}

function padded(position: bigint, width: number): Position {
  return String(position).padStart(width, '0');
}
