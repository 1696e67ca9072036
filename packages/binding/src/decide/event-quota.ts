/** `approval.*` and `run.*` events recorded beyond `max_events`, ends and prompts aside (SPEC O4, G13). */
export const MAX_EVENTS_BEYOND = 4_096;

/** Prompts one run may open (G13); as many as it may be answered (SPEC A7). */
export const MAX_PROMPTS = 256;

/** What becomes of a provider event that is no end. `say`: dropped, and one progress chunk says so. */
export type Quota = 'record' | 'drop' | 'say';

/**
 * SPEC O4: above `max_events` only `approval.*` and `run.*` are recorded, and these not without end either: a provider
 * that repeats them would fill the log.
 */
export function quotaFor(
  name: string,
  counted: { readonly recorded: number; readonly maxEvents: number; readonly saidLimited: boolean },
): Quota {
  const { recorded, maxEvents, saidLimited } = counted;
  if (recorded < maxEvents) return 'record';
  if (!saidLimited && !isNeeded(name)) return 'say';
  return isNeeded(name) && recorded < maxEvents + MAX_EVENTS_BEYOND ? 'record' : 'drop';
}

function isNeeded(name: string): boolean {
  return name.startsWith('approval.') || name.startsWith('run.');
}
