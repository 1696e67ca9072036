import { canonicalJson, sha256Hex } from '@aip-hermes/aip';
import type { Policy } from './policy.js';

/** `sha256:` and the hex digest of the canonical JSON of a complete policy; evidence for the audit (SPEC E2). */
export function policyDigest(policy: Policy): string {
  return `sha256:${sha256Hex(canonicalJson({ ...policy }))}`;
}
