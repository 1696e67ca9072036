import { actionIdOfBindingStream, decodeEvent, type BindingStatus } from '@aip-hermes/binding';
import type { EventLog, Position, RecordedEvent } from '@aip-hermes/event-log';

/** Positions of the log looked through at a time; bounds memory and the pause of the process. */
const WINDOW = 20_000n;

/** A binding as far as it is known without folding its stream. */
export interface FoundBinding {
  readonly actionId: string;
  /** The terminal state an event of its stream tells; null: none does, the binding is open. */
  readonly ended: BindingStatus | null;
}

/** What to look for. */
export interface NewestOptions {
  /** Only bindings created at this time or later, milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly window?: bigint;
}

/**
 * The bindings, newest first: walks the log backwards in windows as far as it is asked to, so that the cost follows
 * what is taken and not the history. Knows the form of embedded positions: whole numbers of fixed width.
 */
export async function* newestBindings(
  log: EventLog,
  { sinceMs = Number.NEGATIVE_INFINITY, window = WINDOW }: NewestOptions = {},
): AsyncGenerator<FoundBinding, void, void> {
  // Ends whose beginning lies further back: as many as bindings were open at once.
  const ends = new Map<string, BindingStatus>();
  let end = await log.head();
  while (end !== null) {
    const start = BigInt(end) > window ? padded(BigInt(end) - window, end.length) : null;
    const opened = await lookBetween(log, start, end, ends);
    const wanted = opened.filter(({ createdMs }) => createdMs >= sinceMs);
    for (const { actionId } of wanted.reverse()) yield { actionId, ended: ends.get(actionId) ?? null };
    for (const { actionId } of opened) ends.delete(actionId);
    if (opened.length > 0 && wanted.length === 0) return;
    end = start;
  }
}

const OPENING = 'OperatorRunRequested';

/** SPEC 3, state table. */
const ENDINGS: ReadonlyMap<string, BindingStatus> = new Map([
  ['RunCompleted', 'completed'],
  ['RunFailed', 'failed'],
  ['RunCancelled', 'cancelled'],
  ['RunOutcomeUnknown', 'outcome_unknown'],
]);

const TYPES = [OPENING, ...ENDINGS.keys()];

interface Opened {
  readonly actionId: string;
  readonly createdMs: number;
}

/** Bindings created after `start` up to and including `end`, oldest first; ends there are added to `ends`. */
async function lookBetween(
  log: EventLog,
  start: Position | null,
  end: Position,
  ends: Map<string, BindingStatus>,
): Promise<Opened[]> {
  const stop = new AbortController();
  const opened: Opened[] = [];
  for await (const batch of log.subscribe({ types: TYPES, from: start, signal: stop.signal })) {
    for (const event of batch.events) {
      const actionId = event.position <= end ? actionIdOfBindingStream(event.stream) : null;
      if (actionId === null) continue;
      const ending = ENDINGS.get(event.type);
      // What a damaged event says is not believed; the fold of its stream tells.
      if (event.damage !== undefined && ending !== undefined) continue;
      if (ending === undefined) opened.push({ actionId, createdMs: recordedMs(event) });
      else ends.set(actionId, ending);
    }
    if (batch.caughtUp || (batch.position !== null && batch.position >= end)) break;
  }
  stop.abort();
  return opened;
}

/** What does not tell its time is never left out for its age. */
function recordedMs(event: RecordedEvent): number {
  const atMs = Date.parse(decodeEvent(event).metadata?.recorded_at ?? '');
  return Number.isNaN(atMs) ? Number.POSITIVE_INFINITY : atMs;
}

function padded(position: bigint, width: number): Position {
  return String(position).padStart(width, '0');
}
