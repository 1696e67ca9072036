import type { LetterSummary } from '../dead-letters/dead-letter.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { table } from './table.js';

/** Columns of a reason. */
const MAX_REASON = 80;

/** Dead letters, one a line. */
export function letterTable(letters: readonly LetterSummary[], style: Style): string {
  return table(
    ['id', 'when', 'source', 'bytes', 'key', 'reason'],
    letters.map(({ id, at, source, bytes, key, code, message }) => [
      id,
      at,
      printableLine(source, 60),
      bytes === null ? '-' : String(bytes),
      key === null ? '-' : printableLine(key, 40),
      `${style.warn(printableLine(code, 40))} ${printableLine(message, MAX_REASON)}`,
    ]),
    style,
  );
}
