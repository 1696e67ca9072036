import type { ProfileName } from '../profiles/profile.js';
import type { HermesSimulatorOptions } from '../start-hermes-simulator.js';
import type { TranscriptFolder } from './transcript.js';

/** What a scenario needs beyond its recording. */
export interface ReplayOptions {
  /** Nobody listened on the model's port. */
  readonly modelRefused?: boolean;
  /** Seconds before the first text, where the real server needed them for megabytes that take no time here. */
  readonly modelDelay?: number;
  /** How long the server had been up: decides when its sweeps come. */
  readonly serverAgeMs?: number;
  /** Of two requests sent at the same instant the one on this connection was read first. */
  readonly readFirst?: number;
  /** Connections that are left out: routes that are not simulated. */
  readonly leftOut?: readonly number[];
  /** The server's own settings, beyond those its recording names. */
  readonly server?: Partial<HermesSimulatorOptions>;
}

/** The profile that stands for a folder's release. */
export const PROFILE_OF: Readonly<Record<TranscriptFolder, ProfileName>> = {
  '0.18.2': 'A',
  '0.19.0': 'B',
  '0.22.2-derived': 'D',
};

/** `approvals.timeout` of the lab's base configuration. */
const LAB_APPROVAL_SECONDS = 12;

/** The number a recording's description of its server configuration gives for a key. */
function configured(config: string, key: string): number | undefined {
  const found = new RegExp(`${key}: (\\d+)`).exec(config)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** `restart_drain_timeout` of the recorded server; undefined for the default. */
export function recordedDrainMs(config: string): number | undefined {
  const seconds = configured(config, 'restart_drain_timeout');
  return seconds === undefined ? undefined : seconds * 1000;
}

/** The settings a recording's own description gives its server. */
export function recordedServer(profile: ProfileName, config: string): Partial<HermesSimulatorOptions> {
  const maxConcurrentRuns = configured(config, 'max_concurrent_runs');
  const maxTurns = configured(config, 'max_turns');
  // The lab's base setting has no effect in profile A (6.5).
  const baseSeconds = profile === 'A' ? undefined : LAB_APPROVAL_SECONDS;
  const timeoutSeconds = configured(config, 'approvals.timeout') ?? baseSeconds;
  return {
    profile,
    ...(timeoutSeconds === undefined ? {} : { approvalTimeoutMs: timeoutSeconds * 1000 }),
    ...(maxConcurrentRuns === undefined ? {} : { maxConcurrentRuns }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
}
