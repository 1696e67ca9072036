/**
 * The message bus, cut into ports as small as their users need (DESIGN 2, 4). A bus knows keys, headers and
 * bytes, never what a message means. Every adapter passes the suites in `contract/`.
 */

/** Logical topics; an adapter maps them to names (a prefix is configurable). */
export type Topic = 'commands' | 'stream_chunks' | 'results' | 'dead_letters';

/** Header names are lower case; values are text. A repeated header keeps its last value. */
export type Headers = Readonly<Record<string, string>>;

/** A message to send. */
export interface OutboundRecord {
  readonly key: string | null;
  readonly value: string;
  readonly headers: Headers;
}

/** A message to publish to one of the two output topics. */
export interface PublishedRecord extends OutboundRecord {
  readonly topic: 'stream_chunks' | 'results';
}

/** A message as read from a topic. `offset` counts from 0 inside its partition. */
export interface InboundRecord {
  readonly topic: Topic;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  /** `null` for a record without a value (a tombstone). */
  readonly value: Uint8Array | null;
  readonly headers: Headers;
  /** When the bus took it, milliseconds since 1970; evidence only. */
  readonly timestampMs: number;
}

/** Puts commands on the bus: what `submit` uses. */
export interface CommandSink {
  /**
   * Resolves when the record is durably stored. Records of one key keep their order.
   * @throws BusUnavailable
   * @throws RecordTooLarge
   */
  send(record: {
    readonly key: string | null;
    readonly value: Uint8Array;
    readonly headers: Headers;
  }): Promise<{
    readonly partition: number;
    readonly offset: number;
  }>;
  close(): Promise<void>;
}

/** Records of one partition in offset order, at most `maxBatchRecords` of the adapter. */
export interface CommandBatch {
  readonly partition: number;
  readonly records: readonly InboundRecord[];
  /**
   * All records up to and including this offset are decided; the adapter may commit offset + 1. Called in
   * rising order, possibly several times a batch, possibly never. Records of an undecided rest come again.
   */
  decided(offset: number): void;
  /**
   * Aborts when the partition is lost or the source stops: end soon, the undecided rest comes again. What is decided
   * until the handler ends still counts at a stop, and counts for nothing once the partition is lost.
   */
  readonly signal: AbortSignal;
}

/** Reads commands as one member of a consumer group. At least once; the offset moves only by `decided`. */
export interface CommandSource {
  /**
   * Reads until `signal` aborts. One batch a partition at a time; partitions side by side. When `handle` rejects,
   * what was decided is committed and the rest comes again after a back-off. Resolves after the last handler
   * ended and the offsets are committed. A bus that is away is waited for.
   * @throws BusUnavailable at a stop, when the last offsets could not be committed.
   */
  run(handle: (batch: CommandBatch) => Promise<void>, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Why a record could not be taken as a command; becomes headers of the dead letter. */
export interface DeadLetterReason {
  /** Stable word, e.g. `not_json`, `not_an_envelope`, `too_large`, `unsupported_message_type`. */
  readonly code: string;
  /** One line for a person, without content of the record. */
  readonly message: string;
}

/** Keeps what could not be taken as a command (G11): the original key and bytes, with reason, partition, offset. */
export interface DeadLetters {
  /** Resolves when the letter is durable; a letter for the same topic, partition and offset is kept once. @throws BusUnavailable */
  put(record: InboundRecord, reason: DeadLetterReason): Promise<void>;
  close(): Promise<void>;
}

/** Sends `error` replies to messages that name no Action: the one reply that is not in the log first (DESIGN 1). */
export interface ErrorReplies {
  /** Resolves when stored. At least once. @throws BusUnavailable */
  reply(record: PublishedRecord): Promise<void>;
}

/** The only writer of the output topics (DESIGN 7): records and the new checkpoint in one transaction. */
export interface ProjectionSink {
  /**
   * Up to where everything is published, as it was given to `publish` (text that names a log and a place in it, and
   * means nothing to the bus); `null` at the very beginning. @throws BusUnavailable
   */
  position(): Promise<string | null>;
  /**
   * Publishes all records, in order, and the new position, or nothing. Records of one key keep their order.
   * `expected` is the position this publication builds on; another one in store means that somebody else
   * published meanwhile.
   * @throws CheckpointMoved when the stored position is not `expected`.
   * @throws RecordTooLarge naming the record by its index; nothing was published.
   * @throws BusUnavailable
   */
  publish(records: readonly PublishedRecord[], position: string, expected: string | null): Promise<void>;
  close(): Promise<void>;
}

/** What to read; reading always starts at the beginning of the topics. */
export interface ReadRequest {
  readonly topics: readonly Topic[];
  /** Only records with one of these keys; default all. Adapters with an index use it. */
  readonly key?: string | undefined;
  /** Go on with new records until `signal` aborts; otherwise end when all that is there was read. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/** Reads topics without a group: what `watch` and `audit` use. Only committed records are seen. */
export interface MessageReader {
  /**
   * Records in the order they were published as far as the bus has one (one partition always), a batch at a
   * time. Every time all that is there was read, the last batch has `caughtUp`; it is empty when nothing was left. @throws BusUnavailable
   */
  read(
    request: ReadRequest,
  ): AsyncIterable<{ readonly records: readonly InboundRecord[]; readonly caughtUp: boolean }>;
  close(): Promise<void>;
}
