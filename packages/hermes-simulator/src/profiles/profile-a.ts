import type { Profile } from './profile.js';
import { PROFILE_B } from './profile-b.js';

/** Release 0.18.2 as recorded: a stop ends the run at once, the cap counts streams, the sweep takes live runs. */
export const PROFILE_A: Profile = {
  ...PROFILE_B,
  name: 'A',
  version: '0.18.2',
  limits: {
    ...PROFILE_B.limits,
    // `approvals.gateway_timeout`; `approvals.timeout` has no effect here (6.5).
    approvalTimeoutMs: 300_000,
    toolStopMs: 220,
    stopReleaseMs: 0,
  },
  readiness: false,
  profilePrefix: 'none',
  headAllowed: true,
  capCounts: 'streams',
  sweepTakesControl: true,
  stop: 'at-once',
  resolveAll: 'any-value',
};
