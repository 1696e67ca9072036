import { POLICY_SCHEMA } from './policy-schema.js';
import type { Policy } from './policy.js';

/** The policy of a deployment that configures none (SPEC 10). */
export const DEFAULT_POLICY: Policy = Object.freeze(POLICY_SCHEMA.parse({}));
