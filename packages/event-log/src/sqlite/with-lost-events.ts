import type { RecordedEvent } from '../port.js';
import type { StreamRow } from './stream-table.js';
import { lostEvents } from './recorded-event.js';

/**
 * Events of a stream as read forwards, with a mark for each gap between them (`lostEvents`), and on each one beyond the end
 * that the stream is said to have. `from`: the first revision
 * asked for; `isWhole`: the read went to the stream's end. Streams that keep events by age are taken as they are: what
 * has expired is not counted. Others dropped only what their count of events explains, so `firstRevision` is not believed
 * beyond that: a stream that says it ends at N and shows nothing would be taken for new, and every append to it would
 * conflict for ever (G11).
 */
export function withLostEvents(
  events: readonly RecordedEvent[],
  stream: string,
  row: StreamRow,
  { from, isWhole }: { readonly from: number; readonly isWhole: boolean },
): readonly RecordedEvent[] {
  if (row.maxAgeMs !== null) return events;
  let expected = Math.max(from, oldestKept(row));
  const all: RecordedEvent[] = [];
  for (const event of events) {
    if (event.revision > expected) all.push(lostEvents(stream, expected, event.revision - 1));
    all.push(event.revision > row.lastRevision ? beyondEnd(event) : event);
    expected = event.revision + 1;
  }
  if (isWhole && row.lastRevision >= expected) all.push(lostEvents(stream, expected, row.lastRevision));
  return all;
}

function oldestKept({ maxCount, lastRevision, firstRevision }: StreamRow): number {
  if (maxCount === null) return 0;
  return Math.max(0, lastRevision - maxCount + 1, Math.min(firstRevision, lastRevision));
}

/** Rows and the end of their stream are written in one commit, so one of them is wrong; appends would fail for ever. */
function beyondEnd(event: RecordedEvent): RecordedEvent {
  const damage = `event ${event.revision} of ${event.stream} at position ${event.position} is beyond its stream's end`;
  return { damage, ...event };
}
