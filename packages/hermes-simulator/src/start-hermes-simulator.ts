import { randomBytes } from 'node:crypto';
import { createCallRecorder, type CallRecord } from './call-record.js';
import { jumpingClock, scaledClock, type SimulatorClock } from './clock.js';
import { FaultPlan, type Faults } from './faults/faults.js';
import { dispatch } from './http/dispatch.js';
import { Listener } from './http/listener.js';
import { processClock } from './process-clock.js';
import { PROFILES } from './profiles/profiles.js';
import type { Profile, ProfileName } from './profiles/profile.js';
import type { ApprovalMode } from './runs/guard.js';
import { IdempotencyStore } from './runs/idempotency-store.js';
import { RunStore } from './runs/run-store.js';
import { Sessions } from './runs/sessions.js';
import { BUILT_IN_SCRIPTS } from './script/built-in-scripts.js';
import { pickScript } from './script/pick-script.js';
import type { Script } from './script/script.js';
import type { ServerProcess } from './server-process.js';
import { shutDown } from './shut-down.js';
import type { SimulatorState } from './simulator-state.js';

/** Settings of a simulator. */
export interface HermesSimulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** A loopback address; default 127.0.0.1. */
  readonly host?: '127.0.0.1' | '::1' | 'localhost';
  /** The bearer key, at least 16 characters, as the real server wants it. */
  readonly apiKey: string;
  readonly profile?: ProfileName;
  /** Added to the built-in scripts; an equal name replaces one. */
  readonly scripts?: readonly Script[];
  /** Plays inputs without a known `SCRIPT=` marker; default `plain`. */
  readonly defaultScript?: string;
  /** How much faster than real time all limits and scripts run; default 1. Ignored when a clock is given. */
  readonly timeScale?: number;
  readonly clock?: SimulatorClock;
  /** Cap of live runs; default 10, 0 for none. */
  readonly maxConcurrentRuns?: number;
  /** `approvals.timeout` in simulated milliseconds; default 60,000. */
  readonly approvalTimeoutMs?: number;
  /** `approvals.mode`; default `manual`. `unattended` refuses guarded calls at once (6.7). */
  readonly approvalMode?: ApprovalMode;
  /** `approvals.deny`: globs of commands refused without a question. */
  readonly approvalDeny?: readonly string[];
  /** Whether `always` is written down and so outlives a restart; default true (6.4). */
  readonly allowlistWritable?: boolean;
  /** `delegation.max_spawn_depth`; default 1: children cannot delegate. */
  readonly maxSpawnDepth?: number;
  /** `agent.max_turns` of model scripts; default 90. */
  readonly maxTurns?: number;
  /** Serves the call record on `GET /_sim/calls` (with the key); default false. */
  readonly exposeCalls?: boolean;
  /** Bound of the call record; default 100,000. */
  readonly maxRecordedCalls?: number;
  /** Whether `Idempotency-Key` records outlive a restart (profile C and later); default true. */
  readonly durableIdempotency?: boolean;
  /** How long the terminal status comes after the terminal event (4.3), in simulated milliseconds; default 0. */
  readonly statusLagMs?: number;
  /** How long the whole server answers nothing after it created a run (1.3: about 100); default 0. */
  readonly createStallMs?: number;
  /** Makes run ids; default `run_` and 32 random hex digits. */
  readonly newRunId?: () => string;
}

/** A running simulator. */
export interface HermesSimulator {
  readonly url: string;
  readonly port: number;
  readonly callRecord: CallRecord;
  readonly faults: Faults;
  /** Adds or replaces a script for runs started from now on. */
  setScript(script: Script): void;
  /** Kills the server process and starts it again on the same port: every run is 404, transcripts stay (4.4). */
  restart(): Promise<void>;
  /**
   * SIGTERM: ends live runs after at most `drainMs` simulated milliseconds (`restart_drain_timeout`) and
   * closes the port; resolves when the last worker has ended. `restart()` starts the server again (4.5).
   */
  shutdown(drainMs?: number): Promise<void>;
  /** Changes the bearer key: from profile C on every earlier run is 404 (1.2). Throws RangeError on a short one. */
  rotateKey(apiKey: string): void;
  /** Writes or removes the drain marker: new runs are 503 meanwhile (1.6). */
  drain(on: boolean): void;
  /** Moves the time the server tells, and counts retention by, forward or back; waits that have begun are not touched. */
  jumpClock(byMs: number): void;
  /** Ends it: all connections are cut, no timer is left. */
  close(): Promise<void>;
}

/** Shortest key the real server accepts (1.1). */
const MIN_KEY = 16;

/**
 * Starts the runs API of Hermes Agent as a local server. Throws RangeError on a short key or an unknown
 * default script; rejects when the port is taken.
 */
export async function startHermesSimulator(options: HermesSimulatorOptions): Promise<HermesSimulator> {
  if (options.apiKey.length < MIN_KEY) throw new RangeError(`apiKey needs at least ${MIN_KEY} characters`);
  const { clock, jump } = jumpingClock(options.clock ?? scaledClock(options.timeScale));
  const host = options.host ?? '127.0.0.1';
  let restarting: Promise<void> = Promise.resolve();
  let closed = false;

  const state = newState(options, clock, {
    restart: () => void restart(),
    terminate: () => void terminate(),
    refuse: (forMs) => {
      listener.stopListening();
      process.clock.after(forMs, () => void listener.listenAgain());
    },
  });
  // After what may refuse: its sweeps are timers.
  let process = newProcess(clock, PROFILES[options.profile ?? 'B']);
  const listener = new Listener(host, options.port ?? 0, state.profile.serverHeader, (request, response) => {
    // A client that goes away while it sends its body leaves nothing to answer.
    dispatch(state, process, request, response).catch(() => response.destroy());
  });
  const terminate = async (): Promise<void> => {
    await shutDown(process, listener, state.profile.drainMs, state.profile.outcomes);
    await restart();
  };
  const restart = (): Promise<void> => {
    process.clock.end();
    restarting = restarting.then(async () => {
      await listener.kill();
      if (!state.allowlistWritable) state.allowedForEver.clear();
      if (!state.durableIdempotency) state.idempotency.clear();
      process = newProcess(clock, state.profile);
      if (!closed) await listener.open();
    });
    return restarting;
  };
  try {
    await listener.open();
  } catch (error) {
    // The sweeps of a server that never served would keep its process alive.
    process.clock.end();
    throw error;
  }
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${listener.port}`,
    port: listener.port,
    callRecord: state.calls,
    faults: state.faults,
    setScript: (script) => void state.scripts.set(script.name, script),
    restart,
    shutdown: (drainMs = state.profile.drainMs) =>
      shutDown(process, listener, drainMs, state.profile.outcomes),
    rotateKey: (apiKey) => {
      if (apiKey.length < MIN_KEY) throw new RangeError(`apiKey needs at least ${MIN_KEY} characters`);
      state.apiKey = apiKey;
    },
    jumpClock: jump,
    drain: (on) => {
      process.draining = on;
    },
    close: async () => {
      closed = true;
      await restarting;
      process.clock.end();
      await listener.kill();
    },
  };
}

function newProcess(clock: SimulatorClock, profile: Profile): ServerProcess {
  const own = processClock(clock);
  return { clock: own, runs: new RunStore(own, profile), draining: false, stall: undefined };
}

function newState(
  options: HermesSimulatorOptions,
  clock: SimulatorClock,
  controls: Pick<SimulatorState, 'restart' | 'terminate' | 'refuse'>,
): SimulatorState {
  const profile = PROFILES[options.profile ?? 'B'];
  const scripts = new Map([...BUILT_IN_SCRIPTS, ...(options.scripts ?? [])].map((s) => [s.name, s]));
  const defaultScript = options.defaultScript ?? 'plain';
  if (!scripts.has(defaultScript)) throw new RangeError(`unknown default script ${defaultScript}`);
  return {
    profile,
    clock,
    startedAtMs: clock.now(),
    apiKey: options.apiKey,
    modelName: 'hermes-agent',
    maxConcurrentRuns: options.maxConcurrentRuns ?? profile.limits.concurrentRuns,
    approvalTimeoutMs: options.approvalTimeoutMs ?? profile.limits.approvalTimeoutMs,
    guard: {
      mode: options.approvalMode ?? 'manual',
      deny: options.approvalDeny ?? [],
      judge: (command) => judgement(pickScript(command, scripts)),
    },
    allowlistWritable: options.allowlistWritable ?? true,
    maxSpawnDepth: options.maxSpawnDepth ?? 1,
    maxTurns: options.maxTurns ?? profile.limits.maxTurns,
    durableIdempotency: options.durableIdempotency ?? true,
    statusLagMs: options.statusLagMs ?? 0,
    createStallMs: options.createStallMs ?? 0,
    exposeCalls: options.exposeCalls ?? false,
    scripts,
    defaultScript,
    faults: new FaultPlan(),
    calls: createCallRecorder(options.maxRecordedCalls),
    sessions: new Sessions(clock),
    idempotency: new IdempotencyStore(clock),
    allowedForEver: new Set(),
    newRunId: options.newRunId ?? ((): string => `run_${randomBytes(16).toString('hex')}`),
    ...controls,
  };
}

/** What the judge model says: the first turn of the script a command names; without one it has no opinion (6.1). */
function judgement(script: Script | undefined): string {
  return script !== undefined && 'turns' in script ? (script.turns[0]?.chunks ?? []).join('') : '';
}
