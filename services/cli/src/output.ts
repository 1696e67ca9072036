import type { Style } from './render/style.js';

/** Where a command writes; a test gives its own. */
export interface Output {
  /** `--json`: one JSON value a line on stdout, and nothing else there. */
  readonly json: boolean;
  readonly style: Style;
  /** Columns of the terminal; a fixed width where there is none. */
  readonly width: number;
  /** Whether stdout is a terminal; elsewhere a program may read what is written. */
  readonly isTerminal: boolean;
  /** Text to stdout as it is. */
  write(text: string): void;
  /** A line to stdout. */
  line(text: string): void;
  /** A value as one JSON line to stdout. */
  value(value: unknown): void;
  /** A line to stderr: what a person should know beside the result. */
  note(text: string): void;
}
