import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_BACK_OFF, type BackOff } from '../back-off.js';
import type { MessageBus } from '../bus.js';
import { checkpointMoved } from '../checkpoint-moved.js';
import { ConsumerGroups } from '../consumer-groups.js';
import { deadLetterOf } from '../dead-letter.js';
import { BusUnavailable } from '../errors.js';
import { GroupSource } from '../group-source.js';
import { PagedReader } from '../paged-reader.js';
import type { CommandSource, ProjectionSink, Topic } from '../port.js';
import { checkSize, storedForm, type StoredRecord } from '../stored-record.js';
import { BusFile } from './bus-file.js';

/** Settings of a bus file. */
export interface SqliteBusOptions {
  /** Path of the file; its folder must exist. `-wal` and `-shm` files stand beside it. */
  readonly file: string;
  /** For a second process that only reads; nothing is created. Default false. */
  readonly readOnly?: boolean;
  /** Partitions of every topic, used when the file is created; later the stored number holds. Default 4. */
  readonly partitions?: number;
  /** How often a waiting reader or source looks for records of other processes, milliseconds. Default 100. */
  readonly pollMs?: number;
  /** Time stamp of a stored record, milliseconds since 1970. Default the system clock. */
  readonly now?: () => number;
  /** Most records in a batch or page (a batch also ends at 4 MiB). Default 256. */
  readonly maxBatchRecords?: number;
  /** The wait after a rejected batch. Default 100 ms doubling to 5 s. */
  readonly backOff?: BackOff;
  /** Waits out a back-off; resolves early when the signal aborts. Default a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of every handler that rejected and every failure of the file that is tried again. */
  readonly onSetback?: (error: unknown) => void;
  /** Called after each commit: whatever kept the file from being written is over. */
  readonly onWritten?: () => void;
  /** Called with each failure of the file, with the error that callers get; for telling, nothing hangs on it. */
  readonly onFailure?: (error: Error) => void;
}

/** A bus in a file, whose published messages can be removed by age. */
export interface SqliteBus extends MessageBus {
  /**
   * Removes chunks and results that were stored before a moment (milliseconds since 1970), oldest first, at most about
   * 200 messages or 4 MiB in one transaction; commands and dead letters stay. `more`: call again. @throws BusUnavailable
   */
  removePublished(beforeMs: number): Promise<{ readonly removed: number; readonly more: boolean }>;
  /** Published messages stored up to this moment may have been removed; null: none was. @throws BusUnavailable */
  removedUntilMs(): number | null;
  /** Distinct keys of chunks and results behind `after`, in rising order, at most `limit`. @throws BusUnavailable */
  publishedKeys(after: string, limit: number): readonly string[];
}

/**
 * Opens a bus in a SQLite file, or creates it (mode 0600). Several processes may have it open: all may send and
 * read; one source a group and one projector a shard are expected. Every write is synced before it resolves.
 * @throws BusUnavailable when the file cannot be opened
 * @throws BusIncompatible when it is foreign or of a newer release
 */
export function openSqliteBus(options: SqliteBusOptions): SqliteBus {
  const file = new BusFile({
    file: options.file,
    readOnly: options.readOnly ?? false,
    partitions: options.partitions ?? 4,
    pollMs: options.pollMs ?? 100,
    maxRecords: options.maxBatchRecords ?? 256,
    ...(options.onWritten === undefined ? {} : { onWritten: options.onWritten }),
    ...(options.onFailure === undefined ? {} : { onFailure: options.onFailure }),
  });
  const now = options.now ?? Date.now;
  const sources = new Set<CommandSource>();
  const groups = new ConsumerGroups(file.partitions);
  const reader = new PagedReader(file, file.news);
  const close = (): Promise<void> => file.idle();

  const append = (topic: Topic, record: StoredRecord): Promise<{ partition: number; offset: number }> =>
    file.write((tables) => tables.append([[topic, record]], Math.trunc(now())));

  return {
    partitions: file.partitions,
    commandSink: {
      send: async (record) => {
        checkSize(record, 0);
        const { partition, offset } = await append('commands', record);
        return { partition, offset };
      },
      close,
    },
    commandSource: (group) => {
      const source = new GroupSource({
        group,
        store: file,
        news: file.news,
        groups,
        backOff: options.backOff ?? DEFAULT_BACK_OFF,
        wait: options.wait ?? waitFor,
        onSetback: options.onSetback ?? (() => undefined),
      });
      sources.add(source);
      return source;
    },
    deadLetters: {
      put: (record, reason) => {
        const letter = deadLetterOf(record, reason);
        return file.write((tables) => tables.appendLetter(record, letter, Math.trunc(now())));
      },
      close,
    },
    errorReplies: {
      reply: async (record) => {
        await append(record.topic, storedForm(record, 0));
      },
    },
    projectionSink: (shard) => projectionSink(file, shard, now),
    reader,
    removePublished: (beforeMs) => file.removePublished(beforeMs),
    removedUntilMs: () => file.removedUntilMs(),
    publishedKeys: (after, limit) => file.read((tables) => tables.publishedKeys(after, limit)),
    close: async () => {
      await Promise.all([...sources].map((source) => source.close()));
      await reader.close();
      await file.close();
    },
  };
}

function projectionSink(file: BusFile, shard: string, now: () => number): ProjectionSink {
  return {
    position: async () => Promise.resolve(file.read((tables) => tables.checkpoint(shard))),
    publish: async (records, position, expected) => {
      const stored = records.map((record, index) => [record.topic, storedForm(record, index)] as const);
      await file.write((tables) => {
        if (tables.checkpoint(shard) !== expected) throw checkpointMoved(shard);
        tables.append(stored, Math.trunc(now()));
        tables.moveCheckpoint(shard, position);
      });
    },
    close: () => file.idle(),
  };
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw new BusUnavailable('The back-off could not be waited out.', { cause: error });
  }
}
