/**
 * The EventLog port (DESIGN 3): streams of events, appended with an expected revision that acts as a fence.
 * An adapter knows nothing of what the events mean; data and metadata are JSON text that it keeps byte for byte.
 */

/**
 * A place in the global order of the log. Opaque; two positions of one log compare as text
 * (adapters pad them to a fixed width), and a later event has a greater one.
 */
export type Position = string;

/**
 * What the writer believes the stream's last revision to be. A fence is always `'no_stream'` or a revision;
 * `'any'` is only for streams where no decision hangs on the order (heartbeats, the open-bindings snapshot).
 */
export type ExpectedRevision = 'no_stream' | number | 'any';

/**
 * An event to append. `id` is a UUID, unique inside one append; `data` and `metadata` are JSON text, well-formed
 * Unicode (what `JSON.stringify` gives), and kept byte for byte.
 */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An event as the log holds it. `revision` counts from 0 inside its stream. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /**
   * Set where what was read is not what was written: in words, naming stream, revision and position. Nothing else of
   * the event can be relied on then. Stands for lost events too, at the last lost revision, with empty text.
   */
  readonly damage?: string | undefined;
}

/** `conflict` carries the stream's actual last revision; nothing of the append was written. */
export type AppendOutcome =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly kind: 'conflict'; readonly actual: 'no_stream' | number };

/** One page of a stream. */
export interface ReadOptions {
  /** First revision to read (inclusive). Default 0, or the last one when reading backwards. */
  readonly from?: number | undefined;
  /** Default forwards. */
  readonly direction?: 'forwards' | 'backwards' | undefined;
  /** At most this many events; default: all. */
  readonly limit?: number | undefined;
}

/** `types`: only these event types. `from`: start after this position; `null`: from the beginning. */
export interface SubscribeOptions {
  readonly types: readonly string[];
  readonly from: Position | null;
  /** Ends the subscription: the iterator returns, nothing is thrown. */
  readonly signal: AbortSignal;
}

/**
 * What a subscription yields, in global order, a batch at a time so that work can be done per batch.
 * `events` may be empty. `position` is safe to store as a checkpoint: everything at or before it that fits
 * `types` has been yielded. `caughtUp`: nothing more was there when the batch was read.
 */
export interface SubscriptionBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: Position | null;
  readonly caughtUp: boolean;
}

/**
 * `maxCount`: keep only the newest n events (at least 1); `maxAgeMs`: hide and later drop older ones (at least 1 ms).
 * Absent: no such bound; a wider bound may or may not bring hidden events back. Revisions and positions of dropped events are never used again.
 */
export interface Retention {
  readonly maxCount?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

/** A place to keep events. Every adapter passes the suite in `contract/`. */
export interface EventLog {
  /** Upper bound of one append in bytes: data, metadata, types and ids of all its events counted (UTF-8). */
  readonly maxAppendBytes: number;

  /**
   * Appends all events (at least one) or none; they stand together in the stream, and in order in the log.
   * Known event ids at the same expected revision (a retry of the very same append: all ids, same order) count as a
   * success and return the revision and position written the first time, whatever was appended since; other ids at a
   * taken revision are a conflict. At `'any'` a retry is recognised among the stream's newest events. Events that
   * retention no longer keeps are not recognised. Appends that wait at the same moment may share one commit, and a
   * conflict of one does not touch the others. The answer comes after the data is synced.
   * @throws TypeError, RangeError for a mistake of the caller: no event, an id twice, an impossible name or revision.
   * @throws AmbiguousAppend when the append may or may not have happened and the adapter could not find out.
   * @throws LogUnavailable when nothing was written and a later try may succeed.
   * @throws AppendTooLarge when the append exceeds `maxAppendBytes`.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendOutcome>;

  /**
   * Events of one stream in order; an unknown stream reads as empty. Retention is applied. Damaged events are marked
   * (`RecordedEvent.damage`), never left out; lost ones are named where the adapter can tell. @throws LogUnavailable
   */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Past events after `from`, then live ones of all writers, until `signal` aborts or the log closes. The first batch
   * comes at once, if only to say `caughtUp`. Events that their stream's retention hides may be missing or not.
   * A `from` beyond the head waits for the head to pass it. @throws LogUnavailable when it breaks.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch>;

  /** The newest position the log has given out, `null` when there was none. @throws LogUnavailable */
  head(): Promise<Position | null>;

  /**
   * Which log this is: drawn once, when the log is created, the same for everyone who opens it and for its copies, and
   * no other log's. 1 to 128 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`. What is stored elsewhere about positions of
   * this log is stored with it, since another log has the same positions. An adapter for a server may derive it.
   * @throws LogUnavailable
   * @throws LogIncompatible when the log is from before logs had one and was opened to read only.
   */
  identity(): Promise<string>;

  /**
   * Sets what a stream keeps; may be called before the stream exists. Idempotent. Not for taking a retention away again:
   * what it dropped may then be told as lost. @throws LogUnavailable
   */
  setRetention(stream: string, retention: Retention): Promise<void>;

  /**
   * Waits for appends under way, ends subscriptions and frees files and sockets; afterwards every other call throws
   * `LogUnavailable`. Idempotent.
   */
  close(): Promise<void>;
}
