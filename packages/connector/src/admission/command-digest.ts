import { canonicalJson, sha256Hex, type LosslessJson, type LosslessJsonObject } from '@aip-hermes/aip';
import type { Envelope } from '@aip-hermes/aip';

/**
 * What a redelivery must repeat (SPEC M9): SHA-256 of the canonical JSON of the body as received, numbers as written.
 * What stands beside the body, such as `sent_at` and trace, may change.
 */
export function commandDigest(exact: LosslessJson): string {
  const isObject = typeof exact === 'object' && exact !== null && !Array.isArray(exact);
  return sha256Hex(canonicalJson((isObject ? (exact as LosslessJsonObject)['body'] : undefined) ?? null));
}

/** The digest of a command that cannot be compared exactly: of its body as read roughly, or else of its bytes. */
export function roughDigest(envelope: Envelope, bytes: Uint8Array | null): string {
  try {
    return sha256Hex(canonicalJson(envelope.body));
  } catch (error) {
    // A number beyond the doubles has no canonical form.
    if (error instanceof RangeError) return sha256Hex(bytes ?? '');
    throw error;
  }
}
