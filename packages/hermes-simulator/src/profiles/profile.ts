import type { Json } from '../json.js';

/** Letter of a behaviour profile of the real server. A, C and D are planned. */
export type ProfileName = 'B';

/** Durations and sizes of a profile, in simulated milliseconds and bytes. */
export interface ProfileLimits {
  /** A stream nobody subscribed to is dropped this long after the start (5.2/6). */
  readonly unreadStreamMs: number;
  /** A terminal status is dropped this long after its last update (4.4). */
  readonly finishedStatusMs: number;
  /** Period of the sweep that applies both. */
  readonly sweepMs: number;
  /** How often, and how many times, a missing stream is looked up before 404 (5.2/2). */
  readonly streamLookupMs: number;
  readonly streamLookups: number;
  /** A comment is sent after this long without an event (5.1). */
  readonly keepaliveMs: number;
  /** `approvals.timeout` (6.5). */
  readonly approvalTimeoutMs: number;
  /** Largest request body (1.3). */
  readonly bodyBytes: number;
  /** Default cap of live runs (3.5). */
  readonly concurrentRuns: number;
  /** `agent.max_turns`. */
  readonly maxTurns: number;
}

/** What distinguishes one generation of the server from another. Later profiles add traits here, not branches elsewhere. */
export interface Profile {
  readonly name: ProfileName;
  readonly version: string;
  readonly serverHeader: string;
  readonly limits: ProfileLimits;
  readonly capabilities: Json;
  /** Body of every 401. */
  readonly unauthorized: Json;
  /** Keys of `approval.request` between `description` and the envelope. */
  readonly approvalFlags: Readonly<Record<string, Json>>;
  /** Answer to stop on a finished run: `not-found` up to B (7.1). */
  readonly stopOnFinished: 'not-found';
  /** What a stop does to a turn that ends normally: B throws its result away (7.1). */
  readonly stoppedResult: 'discarded';
}
