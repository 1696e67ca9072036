import type { DeadLetter } from '../dead-letters/dead-letter.js';
import { byteView } from './byte-view.js';
import { fieldTable } from './field-table.js';
import { printable, printableLine } from './printable.js';
import type { Style } from './style.js';
import { wrapped } from './wrapped.js';

/** A reason is told whole: as much as the bus keeps of one. */
const MAX_REASON = 1_000;

/** A dead letter for a person: why, where it came from, its headers and its bytes; ends without a line feed. */
export function letterText(letter: DeadLetter, all: string, style: Style, width: number): string {
  const { summary, sentAt, headers } = letter;
  const { id, at, code, message, source, key } = summary;
  return [
    style.bold(`${id}: ${printableLine(code)}`),
    ...wrapped(printableLine(message, MAX_REASON), width),
    '',
    fieldTable({ source, sent_at: sentAt, dead_at: at, key, headers }, style, width),
    '',
    ...valueLines(letter, all, style),
  ].join('\n');
}

/** Set off, so that nothing in them passes for words of this program. */
function valueLines({ value }: DeadLetter, all: string, style: Style): readonly string[] {
  if (value === null) return [style.bold('Original value: none')];
  const { kind, lines, whole } = byteView(value);
  return [
    style.bold(
      `Original value: ${value.length} bytes${kind === 'text' ? ' of text' : ', not printable as text'}`,
    ),
    ...lines.map((line) => `${style.dim('|')} ${printable(line)}`),
    ...(whole ? [] : [style.dim(`… cut here; all of it: ${all}`)]),
  ];
}
