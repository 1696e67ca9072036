import { DEFAULT_BACK_OFF, type BackOff } from '../back-off.js';
import { ConsumerGroups } from '../consumer-groups.js';
import { News } from '../news.js';
import { MemoryHandle, type MemoryBus } from './memory-handle.js';
import { MemoryStore } from './memory-store.js';
import type { MemoryWrite } from './memory-write.js';

/** Settings of a memory bus; everything has a default, and none of them is a timer or a clock. */
export interface MemoryBusOptions {
  /** Partitions of every topic. Default 4. */
  readonly partitions?: number;
  /** Time stamp of a stored record, milliseconds since 1970. Default always 0. */
  readonly now?: () => number;
  /**
   * Waits out a back-off; resolves early when the signal aborts. Default: at once, in a microtask, so a handler that
   * rejects for ever without waiting for anything starves the process.
   */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Default 100 ms doubling to 5 s. */
  readonly backOff?: BackOff;
  /** Most records in a batch or page. Default 256. */
  readonly maxBatchRecords?: number;
  /** Told of every handler that rejected. */
  readonly onSetback?: (error: unknown) => void;
  /** Awaited before a write is stored: delay it, or throw to fail it with nothing stored. */
  readonly beforeWrite?: (write: MemoryWrite) => Promise<void> | void;
  /** Awaited after a write is stored and visible: throw to make its outcome unknown to the caller. */
  readonly afterWrite?: (write: MemoryWrite) => Promise<void> | void;
}

/** Creates a bus in memory, deterministic: it works in microtasks only, so it runs under a virtual clock. */
export function createMemoryBus(options: MemoryBusOptions = {}): MemoryBus {
  const store = new MemoryStore({
    partitions: options.partitions ?? 4,
    maxRecords: options.maxBatchRecords ?? 256,
    now: options.now ?? (() => 0),
  });
  const shared = {
    store,
    news: new News(),
    groups: new ConsumerGroups(store.partitions),
    backOff: options.backOff ?? DEFAULT_BACK_OFF,
    wait: options.wait ?? (() => Promise.resolve()),
    onSetback: options.onSetback ?? (() => undefined),
    beforeWrite: options.beforeWrite ?? (() => undefined),
    afterWrite: options.afterWrite ?? (() => undefined),
  };
  const open = (): MemoryBus => new MemoryHandle(shared, open);
  return open();
}
