import type { StoredId, StreamIds } from '../decide-append.js';
import type { ReadOptions, RecordedEvent, Retention } from '../port.js';

/** An event with what only the log knows of it. */
export interface StoredEvent {
  readonly event: RecordedEvent;
  readonly position: number;
  readonly recordedMs: number;
}

/** One stream in memory: its kept events in order, and its retention. */
export class MemoryStream implements StreamIds {
  last = -1;
  retention: Retention = {};
  #kept: StoredEvent[] = [];

  push(stored: StoredEvent): void {
    this.#kept.push(stored);
    this.last = stored.event.revision;
  }

  /** Drops what retention no longer keeps and returns it. */
  trim(now: number): readonly StoredEvent[] {
    const { maxCount, maxAgeMs } = this.retention;
    if (maxCount === undefined && maxAgeMs === undefined) return [];
    const isKept = (stored: StoredEvent): boolean =>
      (maxCount === undefined || stored.event.revision > this.last - maxCount) &&
      (maxAgeMs === undefined || stored.recordedMs + maxAgeMs > now);
    const dropped = this.#kept.filter((stored) => !isKept(stored));
    if (dropped.length > 0) this.#kept = this.#kept.filter(isKept);
    return dropped;
  }

  read(options: ReadOptions): readonly RecordedEvent[] {
    const backwards = options.direction === 'backwards';
    const from = options.from ?? (backwards ? this.last : 0);
    const found = this.#kept.filter(({ event }) =>
      backwards ? event.revision <= from : event.revision >= from,
    );
    if (backwards) found.reverse();
    return found.slice(0, options.limit).map(({ event }) => event);
  }

  ids(from: number, to: number): readonly StoredId[] {
    return this.#kept
      .filter(({ event }) => event.revision >= from && event.revision <= to)
      .map(({ event, position }) => ({ id: event.id, revision: event.revision, position }));
  }
}
