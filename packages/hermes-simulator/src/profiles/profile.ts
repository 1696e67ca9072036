import type { Json } from '../json.js';

/** Letter of a behaviour profile of the real server (0.2 of the API facts). */
export type ProfileName = 'A' | 'B' | 'C' | 'D';

/** Durations and sizes of a profile, in simulated milliseconds and bytes. */
interface ProfileLimits {
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
  /** How soon a stop kills a running tool (7.1). */
  readonly toolStopMs: number;
  /** How soon a stop releases a waiting question; an answer that comes before still counts (6.5). */
  readonly stopReleaseMs: number;
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
  /** Whether `/health/detailed` has `readiness` (2). */
  readonly readiness: boolean;
  /** Which `/p/<name>` prefixes are served (1.1, 15). */
  readonly profilePrefix: 'none' | 'any' | 'default-only';
  /** Whether HEAD works on GET routes (1.6). */
  readonly headAllowed: boolean;
  /** What the cap counts: runs whose stream is kept, or runs that work (3.5). */
  readonly capCounts: 'streams' | 'live';
  /** Whether the 300 s sweep also takes the control state of live runs (9/#5). */
  readonly sweepTakesControl: boolean;
  /** A stop ends the run before its answer, or asks the worker to end it (7.1). */
  readonly stop: 'at-once' | 'cooperative';
  /** Answer to stop on a finished run (7.1). */
  readonly stopOnFinished: 'not-found' | 'status';
  /** What a stop does to a turn that ends normally (7.1). */
  readonly stoppedResult: 'discarded' | 'kept';
  /** Which values of `all` and `resolve_all` count (6.3). */
  readonly resolveAll: 'any-value' | 'yes-words';
  /** The choices as the error for a wrong one lists them (6.3). */
  readonly choiceList: string;
  /** Durable `Idempotency-Key`, `replayed`, owner scoping, and the later order of checks (3.4, 8). */
  readonly idempotency: boolean;
  /** Questions have a `request_id`, which an answer may name; the status shows the question (4.1, 6.3). */
  readonly requestIds: boolean;
  /** Whether there is a steer route (7.2). */
  readonly steer: boolean;
  /** Whether the event stream has ids and can be replayed (5.1, 15). */
  readonly replayableStream: boolean;
  /** Whether the terminal status and event tell the real outcome of the turn (4.2 D). */
  readonly outcomes: boolean;
  /** Whether a text that only repeats itself is cut (15). */
  readonly repetitionGuard: boolean;
  /** Pauses before an empty answer is asked for again (4.2, 15). */
  readonly emptyRetryMs: readonly number[];
  /** Output of a turn whose tool calls cannot be read (4.2, 15). */
  readonly badArguments: string;
  /** Whether runs of one session wait for each other (3.3). */
  readonly sessionLease: boolean;
  /** Whether `delegate_task` waits for its children, or leaves them in the background (5.4, 15). */
  readonly delegation: 'waits' | 'background';
  /** Status of live runs at shutdown (4.5, 7.1). */
  readonly shutdownStatus: 'cancelled' | 'interrupted';
  /** Drain on SIGTERM when the test gives no time (4.5, 15). */
  readonly drainMs: number;
}
