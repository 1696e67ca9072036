import type { JsonObject } from '@aip-hermes/aip';
import type { Truncation } from '../events/observation.js';

/** A provider object with what was cut from it named in its member `truncated` (SPEC R6). */
export function providerOf(event: {
  readonly provider: JsonObject | null;
  readonly truncated?: readonly Truncation[];
}): JsonObject | null {
  if (event.provider === null || event.truncated === undefined) return event.provider;
  const truncated = event.truncated.map(({ path, bytes, sha256 }): JsonObject => ({ path, bytes, sha256 }));
  return { ...event.provider, truncated };
}
