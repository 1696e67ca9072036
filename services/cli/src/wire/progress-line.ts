import type { Output } from '../output.js';
import { printableLine } from '../render/printable.js';

/** Shortest time between two updates, milliseconds: live to the eye, cheap to the terminal. */
const UPDATE_MS = 100;

/** Back to the beginning of the line, and everything after it gone. */
const CLEAR = '\r\u001b[K';

const DEFAULT_COLUMNS = 80;

/** One line on a terminal that tells how far something long has come. */
export interface ProgressLine {
  /** Shows the text in place of the last one; too soon after it, nothing happens. */
  show(text: string): void;
  /** Takes the line away: call before anything else is written, and at the end. */
  clear(): void;
}

/** The terminal the line is shown on. */
export interface ProgressTerminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const NOBODY_LOOKS: ProgressLine = { show: () => undefined, clear: () => undefined };

/**
 * A line on stderr for a person who waits. Shows nothing with `--json`, and where stderr is no terminal or a dumb one.
 */
export function progressLine(
  { json }: Pick<Output, 'json'>,
  terminal: ProgressTerminal = process.stderr,
): ProgressLine {
  if (json || terminal.isTTY !== true || process.env['TERM'] === 'dumb') return NOBODY_LOOKS;
  let shownAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - shownAt < UPDATE_MS) return;
      shownAt = now;
      shown = true;
      // A pseudo terminal may say that it has none.
      const columns = (terminal.columns ?? 0) || DEFAULT_COLUMNS;
      terminal.write(CLEAR + printableLine(text, columns - 1));
    },
    clear: () => {
      if (shown) terminal.write(CLEAR);
      shown = false;
    },
  };
}
