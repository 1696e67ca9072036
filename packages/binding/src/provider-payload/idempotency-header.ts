import { sha256Base64Url } from '@aip-hermes/aip';
import type { VerifiedCaller } from '../events/request.js';

/** What one start is about; any difference gives another header. */
export interface StartIdentity {
  readonly capability: string;
  readonly tenant: VerifiedCaller['tenant'];
  readonly actionId: string;
  readonly key: string;
}

/**
 * Value of the start call's `Idempotency-Key` (DESIGN 6): 43 base64url characters whatever the key holds, the
 * same on every instance. The digest is over a JSON array, so no two lists of parts run together.
 */
export function idempotencyHeader({ capability, tenant, actionId, key }: StartIdentity): string {
  const owner = tenant === null ? null : [tenant.id, tenant.system];
  return sha256Base64Url(JSON.stringify([capability, owner, actionId, key]));
}
