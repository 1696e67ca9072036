import { capText } from './provider-text.js';

/** Longest run id that is used or kept. */
const RUN_ID_LIMIT = 512;

const SAFE_SEGMENT = /^[A-Za-z0-9._~-]{1,512}$/;

/** Whether a provider's value can stand in a URL as one path segment and stay itself there (SPEC S4, C46). */
export function isUsableRunId(value: unknown): value is string {
  return typeof value === 'string' && SAFE_SEGMENT.test(value) && value !== '.' && value !== '..';
}

/**
 * An id that does not bind, as evidence for a person: well-formed and capped (S5, S6); null when there is none. What
 * is not the id itself (a number, a cut text) is marked, so that nobody can take it for a usable one.
 */
export function runIdAsSeen(value: unknown): string | null {
  if (typeof value === 'number') return `${value} (a number)`;
  if (typeof value !== 'string' || value === '') return null;
  const capped = capText(value, RUN_ID_LIMIT);
  return capped.length < value.length ? `${capped} (cut)` : capped;
}
