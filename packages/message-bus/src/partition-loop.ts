import { backOffMs, type BackOff } from './back-off.js';
import { BusUnavailable } from './errors.js';
import type { News } from './news.js';
import type { CommandBatch, InboundRecord } from './port.js';

/** What a store of commands offers to the source of a group. */
export interface GroupStore {
  readonly partitions: number;
  /** The committed offset of a group: the first record it has not decided. @throws BusUnavailable */
  nextOffset(group: string, partition: number): number;
  /** Records of a partition from an offset on, one bounded batch. @throws BusUnavailable */
  commands(partition: number, from: number): readonly InboundRecord[];
  /** Resolves when the offset is durable. Never moves it back. @throws BusUnavailable */
  commit(group: string, partition: number, next: number): Promise<void>;
}

/** What the loop over a partition works with. */
export interface PartitionLoop {
  readonly group: string;
  readonly partition: number;
  readonly store: GroupStore;
  readonly news: News;
  readonly backOff: BackOff;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of every handler that rejected and every failure of the store that is tried again. */
  readonly onSetback: (error: unknown) => void;
  /** Aborts when another source owns the partition: what is decided after that is not committed. */
  readonly lost: AbortSignal;
}

/** Handles one batch; a rejection makes the undecided records come again. */
export type BatchHandler = (batch: CommandBatch) => Promise<void>;

type Step = 'idle' | 'progress' | 'setback';

/**
 * Reads one partition until `signal` aborts or it is lost: a batch, its handler, the commit of what was decided, the next batch.
 * Resolves after the running handler ended and its decisions are committed.
 * A store that is away is waited for as long as it takes: a full disk may need a person.
 * @throws BusUnavailable at the last commit; whatever else the store throws.
 */
export async function readPartition(
  loop: PartitionLoop,
  handle: BatchHandler,
  signal: AbortSignal,
): Promise<void> {
  const place = { next: -1, committed: -1 };
  const end = AbortSignal.any([signal, loop.lost]);
  let setbacks = 0;
  while (!end.aborted) {
    const seen = loop.news.version;
    let step: Step;
    try {
      step = await readBatch(loop, place, handle, end);
    } catch (error) {
      if (!(error instanceof BusUnavailable)) throw error;
      loop.onSetback(error);
      step = 'setback';
    }
    if (step === 'progress') setbacks = 0;
    if (step === 'idle') await loop.news.wait(seen, end);
    if (step === 'setback') await loop.wait(backOffMs(setbacks++, loop.backOff), end);
  }
  await commit(loop, place);
}

interface Place {
  next: number;
  committed: number;
}

/** One batch. Throws only what the store throws. */
async function readBatch(
  loop: PartitionLoop,
  place: Place,
  handle: BatchHandler,
  signal: AbortSignal,
): Promise<Step> {
  if (place.next < 0) {
    place.next = loop.store.nextOffset(loop.group, loop.partition);
    place.committed = place.next;
  }
  await commit(loop, place);
  if (signal.aborted) return 'idle';
  const records = loop.store.commands(loop.partition, place.next);
  const last = records.at(-1);
  if (last === undefined) return 'idle';

  const before = place.next;
  const rejection = await handleBatch(loop.partition, records, place, handle, signal);
  if (rejection !== null) loop.onSetback(rejection.error);
  await commit(loop, place);
  const stuck = rejection !== null || place.next === before;
  return stuck && place.next <= last.offset ? 'setback' : 'progress';
}

/** Runs the handler and moves `place.next` past what it decided; a decision after its end counts for nothing. */
async function handleBatch(
  partition: number,
  records: readonly InboundRecord[],
  place: Place,
  handle: BatchHandler,
  signal: AbortSignal,
): Promise<{ readonly error: unknown } | null> {
  const end = (records.at(-1)?.offset ?? -1) + 1;
  let open = true;
  const decided = (offset: number): void => {
    if (!Number.isSafeInteger(offset) || offset >= end) {
      throw new RangeError(`offset ${offset} is not in the batch of partition ${partition}`);
    }
    if (open) place.next = Math.max(place.next, offset + 1);
  };
  try {
    await handle({ partition, records, decided, signal });
    return null;
  } catch (error) {
    return { error };
  } finally {
    open = false;
  }
}

async function commit(loop: PartitionLoop, place: Place): Promise<void> {
  const { next } = place;
  if (next <= place.committed || loop.lost.aborted) return;
  await loop.store.commit(loop.group, loop.partition, next);
  place.committed = next;
}
