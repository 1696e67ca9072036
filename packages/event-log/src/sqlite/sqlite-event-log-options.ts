/** What one commit wrote; for metrics and tests of group commit. */
export interface CommitStats {
  /** Appends that shared the commit. */
  readonly appends: number;
  /** Bytes of these appends as the port counts them. */
  readonly bytes: number;
}

/** Settings of a log in one SQLite file. */
export interface SqliteEventLogOptions {
  /** Path of the file; it is created with mode 0600, its directory must exist. */
  readonly file: string;
  /** Read only, also while another process writes: appends are refused, nothing is created or migrated. */
  readonly readOnly?: boolean | undefined;
  /** Bound of one append in bytes. Default `DEFAULT_MAX_APPEND_BYTES` (1 MiB less 16 KiB). */
  readonly maxAppendBytes?: number | undefined;
  /** Bound of the file in bytes, rounded down to whole pages; a full file refuses appends. Default: the disk. */
  readonly maxFileBytes?: number | undefined;
  /** Milliseconds of the wall clock, for `maxAgeMs`. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** How often a waiting subscription looks for writes of other processes, in milliseconds. Default 200. */
  readonly pollMs?: number | undefined;
  /** Longest wait for a lock another process holds, in milliseconds; the event loop stands still meanwhile. Default 2,000. */
  readonly lockWaitMs?: number | undefined;
  /** `false`: one commit per append, to measure what sharing is worth. Default true. */
  readonly groupCommit?: boolean | undefined;
  /** Called after each commit that held appends. */
  readonly onCommit?: ((stats: CommitStats) => void) | undefined;
  /** Called after each commit that wrote events: whatever kept the file from being written is over. */
  readonly onWritten?: (() => void) | undefined;
  /** Called with each failure of the file, with the error that callers get; for telling, nothing hangs on it. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}
