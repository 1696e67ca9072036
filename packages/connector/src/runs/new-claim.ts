import type { RunStartClaimed } from '@aip-hermes/binding';
import { formatTimestamp } from '@aip-hermes/aip';
import type { Surroundings } from '../ports.js';
import type { HeldClaim } from './start.js';

/** A start claim about to be appended: drawn once per decision, its time measured from now (SPEC S1, DESIGN 3.2). */
export function newClaim(
  surroundings: Surroundings,
  instanceId: string,
  ttlMs: number,
): { readonly data: RunStartClaimed; readonly held: HeldClaim } {
  const claimId = surroundings.ids.uuid();
  const now = surroundings.clock.now();
  return {
    data: {
      claim_id: claimId,
      instance_id: instanceId,
      claimed_at: formatTimestamp(now),
      expires_at: formatTimestamp(now + ttlMs),
    },
    held: { claimId, takenAtMonotonic: surroundings.clock.monotonic() },
  };
}
