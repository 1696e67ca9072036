import { laterCapabilities } from './later-capabilities.js';
import type { Profile } from './profile.js';
import { PROFILE_B } from './profile-b.js';

/** The 0.21 family: durable idempotency, steer, request ids, the question in the status; still one queue a run. */
export const PROFILE_C: Profile = {
  ...PROFILE_B,
  name: 'C',
  version: '0.21.0',
  limits: { ...PROFILE_B.limits, approvalTimeoutMs: 300_000 },
  capabilities: laterCapabilities({}),
  unauthorized: {
    error: {
      message: 'Invalid gateway API key (API_SERVER_KEY)',
      type: 'gateway_auth_error',
      code: 'gateway_auth_failed',
    },
  },
  approvalFlags: { allow_permanent: true, allow_session: true },
  profilePrefix: 'default-only',
  stopOnFinished: 'status',
  stoppedResult: 'kept',
  choiceList: 'always, deny, once, session',
  idempotency: true,
  requestIds: true,
  steer: true,
  sessionLease: true,
  // As the derived builds before and after it; no recording of this family itself.
  delegation: 'background',
};
