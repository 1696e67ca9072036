/** Longest wait that a provider can ask for, milliseconds. */
const RETRY_AFTER_CAP_MS = 3_600_000;

/**
 * `Retry-After` in milliseconds, capped. Only whole seconds are read: the date form needs a clock that agrees
 * with the provider's, and gives null like every other text.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || !/^\d+$/.test(value)) return null;
  return Math.min(Number(value) * 1000, RETRY_AFTER_CAP_MS);
}
