import type { JsonObject } from '@aip-hermes/aip';
import type { Truncation } from '../events/observation.js';
import { redactProvider } from '../redaction/redact-provider.js';
import { capProvider } from '../truncation.js';

/** What the provider sent, as it may be kept: redacted, then capped (SPEC R6, G10). */
export interface KeptProvider {
  readonly provider: JsonObject;
  readonly truncated?: readonly Truncation[];
}

/** Limits and secrets that provider text is held to before it is recorded. */
export interface ProviderLimits {
  readonly max_events: number;
  readonly max_output_bytes: number;
  readonly max_event_data_bytes: number;
  /** Credentials the connector holds; masked exactly wherever they appear. */
  readonly secrets: readonly string[];
}

/** Redacts first, so that a cut never hides half a credential from its pattern. */
export function keepProvider(
  value: JsonObject,
  limitBytes: number,
  secrets: readonly string[],
): KeptProvider {
  const capped = capProvider(redactProvider(value, secrets), limitBytes);
  return capped.truncated.length === 0
    ? { provider: capped.value }
    : { provider: capped.value, truncated: capped.truncated };
}

/** The provider's member as non-empty text, or null. */
export function textMember(value: JsonObject, member: string): string | null {
  const text = value[member];
  return typeof text === 'string' && text !== '' ? text : null;
}
