import type { Comparison } from './compare-messages.js';
import { counted } from './counted.js';
import type { DerivedMessage } from './derive-messages.js';
import { asObject, textAt } from './json-at.js';
import { parseJson } from './parse-json.js';

/**
 * Whether a message that is not on the bus may have been removed from it by age: it was recorded, and so published, up to
 * the moment until which messages were removed.
 * @param removedUntilMs Milliseconds since 1970; null: none was removed.
 */
export function mayBeRemoved({ row }: DerivedMessage, removedUntilMs: number | null): boolean {
  if (removedUntilMs === null) return false;
  const recorded = Date.parse(textAt(asObject(parseJson(row.metadata)), 'recorded_at') ?? '');
  return recorded <= removedUntilMs;
}

/** What cannot be judged because messages were removed from the bus; null: nothing. */
export function removedGap(
  comparison: Comparison | null,
  fits: (message: DerivedMessage) => boolean = () => true,
): string | null {
  const removed = (comparison?.removed ?? []).filter(fits).length;
  return removed === 0
    ? null
    : `${counted(removed, 'message')} may have been removed from the bus by its retention: they cannot be compared with it`;
}
