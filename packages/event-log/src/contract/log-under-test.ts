import type { EventLog } from '../port.js';

/** A log for one test of the suite; other tests may share what it is kept in, so names of streams are fresh. */
export interface LogUnderTest {
  readonly log: EventLog;
  /** The same log through another connection, if the adapter can have one; else the suite uses `log` twice. */
  readonly secondWriter?: EventLog | undefined;
  /** Closes `log` and opens what it kept again; absent when nothing outlives the log. */
  readonly reopen?: (() => Promise<EventLog>) | undefined;
  /** Moves the clock of the log on, in milliseconds; absent when it cannot be moved (ages are then not tested). */
  readonly advance?: ((ms: number) => void) | undefined;
  /** Closes and removes everything. */
  readonly dispose: () => Promise<void>;
}

/** Makes a log for one test. */
export type LogFactory = () => Promise<LogUnderTest>;
