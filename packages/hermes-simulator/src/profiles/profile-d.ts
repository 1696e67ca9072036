import { laterCapabilities } from './later-capabilities.js';
import type { Profile } from './profile.js';
import { PROFILE_C } from './profile-c.js';

/** Main after September 2026, as far as a derived build of 0.22.2 shows it: outcome flags, replayable stream (15). */
export const PROFILE_D: Profile = {
  ...PROFILE_C,
  name: 'D',
  version: '0.22.2',
  limits: { ...PROFILE_C.limits, keepaliveMs: 10_000, toolStopMs: 1200 },
  capabilities: laterCapabilities({ reasoning_streaming: true }),
  replayableStream: true,
  outcomes: true,
  repetitionGuard: true,
  emptyRetryMs: [5800, 10_200, 26_000],
  badArguments:
    "The model's reply was cut off before it finished (it hit its output length limit), so Hermes didn't run the " +
    'incomplete action. Nothing was changed. Send `continue`, ask for the work in smaller steps, or raise max_tokens ' +
    'for this model.',
  shutdownStatus: 'interrupted',
  // The real time is not known; a run of minutes ended within it.
  drainMs: 180_000,
};
