/** The append may or may not have been written (DESIGN 3). Retry the very same append, or read and compare ids. */
export class AmbiguousAppend extends Error {
  readonly code = 'event_log.ambiguous_append';
  override readonly name = 'AmbiguousAppend';
}

/** Nothing was written or read; the log cannot be reached or used now. `message` says what a person can do. */
export class LogUnavailable extends Error {
  readonly code = 'event_log.unavailable';
  override readonly name = 'LogUnavailable';
}

/** The append is larger than the log takes; it will never succeed as it is. */
export class AppendTooLarge extends Error {
  readonly code = 'event_log.append_too_large';
  override readonly name = 'AppendTooLarge';
  readonly bytes: number;
  readonly limit: number;
  constructor(bytes: number, limit: number) {
    super(`An append of ${bytes} bytes is over the log's limit of ${limit} bytes.`);
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** The log's file or server cannot be used by this build (a newer schema, a foreign file). */
export class LogIncompatible extends Error {
  readonly code = 'event_log.incompatible';
  override readonly name = 'LogIncompatible';
}
