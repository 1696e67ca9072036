import type { Guarantee, Verdict } from './verdict.js';

/** Breaches named in one verdict; the rest is counted (G13). */
const MAX_NAMED = 5;

/** What a verdict is made of. */
interface Findings {
  /** What breaks the guarantee, oldest first. */
  readonly breaches: readonly string[];
  /** What is said when nothing breaks it. */
  readonly holds: string;
  /** Why the evidence is incomplete, or null: then the absence of breaches proves nothing. */
  readonly gap: string | null;
}

/** A breach that was found counts whatever else cannot be seen; without one, a gap leaves the question open. */
export function judge(guarantee: Guarantee, { breaches, holds, gap }: Findings): Verdict {
  if (breaches.length > 0) {
    const named = breaches.slice(0, MAX_NAMED).join('; ');
    const rest = breaches.length - MAX_NAMED;
    return { guarantee, verdict: 'broken', why: rest > 0 ? `${named}; and ${rest} more` : named };
  }
  if (gap !== null) return { guarantee, verdict: 'not_checkable', why: gap };
  return { guarantee, verdict: 'holds', why: holds };
}
