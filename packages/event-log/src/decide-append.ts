import type { AppendOutcome, ExpectedRevision, NewEvent } from './port.js';
import { formatPosition } from './position.js';

/**
 * How far back an append at `'any'` looks for its own ids. No fence hangs on such an append, so a bounded look at
 * the newest events is enough to make a prompt retry harmless, and keeps the append cheap.
 */
const ANY_RETRY_WINDOW = 128;

/** What the rule needs to know of a stored event. */
export interface StoredId {
  readonly id: string;
  readonly revision: number;
  readonly position: number;
}

/** The stream as the rule sees it: its last revision (-1: no event yet) and its stored ids, in order, kept ones only. */
export interface StreamIds {
  readonly last: number;
  ids(from: number, to: number): readonly StoredId[];
}

/** Write the events after the stream's last revision, or answer without writing. */
export type AppendDecision = { readonly kind: 'write' } | AppendOutcome;

/**
 * The id rule (DESIGN 3): at the expected revision the events are written; at another one the append is a success
 * only if exactly these ids, in this order, stand right after the expected revision, else a conflict. At `'any'`
 * ids that stand together among the newest events are a success, ids that stand there otherwise a conflict.
 */
export function decideAppend(
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  stream: StreamIds,
): AppendDecision {
  if (expected === 'any') return decideAny(events, stream);
  const after = expected === 'no_stream' ? -1 : expected;
  if (after === stream.last) return { kind: 'write' };
  if (after > stream.last) return conflict(stream);
  return sameIds(events, stream.ids(after + 1, after + events.length)) ?? conflict(stream);
}

function decideAny(events: readonly NewEvent[], stream: StreamIds): AppendDecision {
  if (stream.last < 0) return { kind: 'write' };
  const known = stream.ids(Math.max(0, stream.last - ANY_RETRY_WINDOW + 1), stream.last);
  const ids = new Set(events.map((event) => event.id));
  const first = known.findIndex((stored) => ids.has(stored.id));
  if (first < 0) return { kind: 'write' };
  return sameIds(events, known.slice(first, first + events.length)) ?? conflict(stream);
}

function sameIds(events: readonly NewEvent[], stored: readonly StoredId[]): AppendOutcome | undefined {
  const last = stored.at(-1);
  if (last === undefined || !events.every((event, index) => event.id === stored[index]?.id)) return undefined;
  return { kind: 'appended', revision: last.revision, position: formatPosition(last.position) };
}

function conflict(stream: StreamIds): AppendOutcome {
  return { kind: 'conflict', actual: stream.last < 0 ? 'no_stream' : stream.last };
}
