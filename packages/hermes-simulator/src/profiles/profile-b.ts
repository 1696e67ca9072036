import { CAPABILITIES_B } from './capabilities-b.js';
import type { Profile } from './profile.js';

/** Release 0.19.0 as recorded: no request id, no steer, no idempotency, cooperative stop. */
export const PROFILE_B: Profile = {
  name: 'B',
  version: '0.19.0',
  serverHeader: 'Python/3.11 aiohttp/3.14.1',
  limits: {
    unreadStreamMs: 300_000,
    finishedStatusMs: 3_600_000,
    sweepMs: 60_000,
    streamLookupMs: 50,
    streamLookups: 20,
    keepaliveMs: 30_000,
    approvalTimeoutMs: 60_000,
    bodyBytes: 10_000_000,
    concurrentRuns: 10,
    maxTurns: 90,
    toolStopMs: 2000,
    stopReleaseMs: 900,
  },
  capabilities: CAPABILITIES_B,
  unauthorized: {
    error: { message: 'Invalid API key', type: 'invalid_request_error', code: 'invalid_api_key' },
  },
  approvalFlags: { allow_permanent: true },
  readiness: true,
  anyProfilePrefix: true,
  headAllowed: false,
  capCounts: 'live',
  sweepTakesControl: false,
  stop: 'cooperative',
  stopOnFinished: 'not-found',
  stoppedResult: 'discarded',
  resolveAll: 'yes-words',
};
