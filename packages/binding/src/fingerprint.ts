import { canonicalJson, sha256Hex, type Json, type LosslessJson } from '@aip-hermes/aip';

/** What a redelivery must not change (SPEC B2). Trace, approval and deadline are left out on purpose. */
export interface RequestIdentity {
  readonly endpointId: string;
  readonly capabilityId: string;
  /** As received: the lossless form keeps `1` and `1.0` apart, so use one form throughout. */
  readonly input: LosslessJson | Json;
  readonly idempotencyKey: string;
  readonly delegation: LosslessJson | Json;
}

/**
 * SHA-256, lower-case hex, of the canonical JSON of the request (SPEC B2). The members are written in code point
 * order, so this is the canonical form of the whole, for either form of numbers.
 */
export function requestFingerprint(request: RequestIdentity): string {
  const members = [
    `"capability_id":${canonicalJson(request.capabilityId)}`,
    `"delegation":${canonicalJson(request.delegation)}`,
    `"endpoint_id":${canonicalJson(request.endpointId)}`,
    `"idempotency_key":${canonicalJson(request.idempotencyKey)}`,
    `"input":${canonicalJson(request.input)}`,
  ];
  return sha256Hex(`{${members.join(',')}}`);
}
