import type { Json, JsonObject } from '@aip-hermes/aip';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** An object as two columns, nested values as indented JSON; ends without a line feed. */
export function fieldTable(object: JsonObject, style: Style, width: number): string {
  const names = Object.keys(object);
  const column = Math.max(0, ...names.map((name) => name.length)) + 2;
  return names
    .map((name) => {
      const lines = valueLines(object[name] ?? null, Math.max(MIN_WIDTH, width - column));
      return lines
        .map((line, index) => `${index === 0 ? style.dim(name.padEnd(column)) : ' '.repeat(column)}${line}`)
        .join('\n');
    })
    .join('\n');
}

const MIN_WIDTH = 30;

/** Lines shown of one value; the rest stands in `--json`. */
const MAX_LINES = 40;

function valueLines(value: Json, width: number): readonly string[] {
  if (value === null) return ['-'];
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const compact = typeof value === 'object' ? JSON.stringify(value) : null;
  if (compact !== null && compact.length <= width) return [printable(compact)];
  const lines = printable(text).split('\n');
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines, see --json`];
}
