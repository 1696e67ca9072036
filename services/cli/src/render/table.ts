import Table from 'cli-table3';
import type { Style } from './style.js';

/** Cells without borders that would break in a pipe; ends without a line feed. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const grid = new Table({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  grid.push(
    head.map((title) => style.dim(title)),
    ...rows.map((row) => [...row]),
  );
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const NO_BORDERS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((name) => [name, '']),
);
