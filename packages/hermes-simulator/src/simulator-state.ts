import type { CallRecorder } from './call-record.js';
import type { SimulatorClock } from './clock.js';
import type { FaultPlan } from './faults/faults.js';
import type { Profile } from './profiles/profile.js';
import type { IdempotencyStore } from './runs/idempotency-store.js';
import type { Guard } from './runs/guard.js';
import type { Sessions } from './runs/sessions.js';
import type { Script } from './script/script.js';

/** What outlives a restart: settings, scripts, faults, the call record and what the real server keeps on disk. */
export interface SimulatorState {
  readonly profile: Profile;
  readonly clock: SimulatorClock;
  readonly startedAtMs: number;
  /** The bearer key; profile C and later hide runs of an earlier one (1.2). */
  apiKey: string;
  readonly modelName: string;
  readonly maxConcurrentRuns: number;
  readonly approvalTimeoutMs: number;
  readonly maxTurns: number;
  readonly durableIdempotency: boolean;
  readonly statusLagMs: number;
  readonly createStallMs: number;
  readonly exposeCalls: boolean;
  readonly scripts: Map<string, Script>;
  readonly defaultScript: string;
  readonly faults: FaultPlan;
  readonly calls: CallRecorder;
  readonly sessions: Sessions;
  readonly idempotency: IdempotencyStore;
  /** Patterns allowed for ever; a server that cannot write them down forgets them in a restart (6.4). */
  readonly allowedForEver: Set<string>;
  readonly allowlistWritable: boolean;
  readonly guard: Guard;
  readonly maxSpawnDepth: number;
  readonly newRunId: () => string;
  /** Ends the process and starts a new one on the same port. */
  readonly restart: () => void;
  /** SIGTERM, and a new process once the old one has ended (4.5). */
  readonly terminate: () => void;
  /** Refuses new connections for a while. */
  readonly refuse: (forMs: number) => void;
}
