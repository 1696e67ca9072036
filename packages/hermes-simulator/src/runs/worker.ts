import type { JsonObject } from '../json.js';
import type { Profile } from '../profiles/profile.js';
import type { Guard } from './guard.js';
import type { Run } from './run.js';
import type { Sessions } from './sessions.js';

/** What the worker of one run may touch. */
export interface Worker {
  readonly run: Run;
  readonly profile: Profile;
  readonly sessions: Sessions;
  /** Session the transcript rows go to. */
  readonly transcript: string;
  readonly approvalTimeoutMs: number;
  readonly maxTurns: number;
  readonly guard: Guard;
  /** 0 for a run, 1 for its children, and so on (5.4). */
  readonly depth: number;
  /** `delegation.max_spawn_depth`. */
  readonly maxSpawnDepth: number;
  readonly mayDelegate: boolean;
  /** Plays the script an input names on a worker. */
  readonly play: (worker: Worker, input: string) => Promise<void>;
  /** Puts an event of a child on the run its delegation belongs to, at any depth. */
  readonly announce: (event: string, fields: JsonObject) => void;
  /** Remembers children that outlive their run until they are done. */
  readonly trackDelegation: (children: Promise<void>) => void;
}

/** Time between accepting a run and the first thing its worker does. */
export const FIRST_STEP_MS = 30;

/** Pause between the end of a step and its report. */
export const SETTLE_MS = 5;

/** How soon a stop ends a text or a pause (7.1: about 0.01 s). */
export const TEXT_STOP_MS = 10;

/** How soon a stop ends a silent model (7.1: about 0.1 s). */
export const SILENCE_STOP_MS = 100;
