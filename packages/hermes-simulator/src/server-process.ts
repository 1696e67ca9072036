import type { ProcessClock } from './process-clock.js';
import type { RunStore } from './runs/run-store.js';

/** The memory of one server process; a restart throws it away (4.4). */
export interface ServerProcess {
  readonly clock: ProcessClock;
  readonly runs: RunStore;
  /** New runs are refused with 503 meanwhile (1.6). */
  draining: boolean;
  /** While a fault stalls the server: every request waits for it. */
  stall: Promise<void> | undefined;
}
