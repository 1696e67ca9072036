import type { Output } from './output.js';
import { createStyle } from './render/style.js';

const DEFAULT_WIDTH = 100;

/** The output of this process. Colour only on a terminal, and never with `NO_COLOR` (no-color.org). */
export function processOutput(json: boolean): Output {
  const { stdout, stderr, env } = process;
  const noColor = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const write = (text: string): void => void stdout.write(text);
  return {
    json,
    style: createStyle(stdout.isTTY && !noColor && !json),
    width: stdout.isTTY ? stdout.columns : DEFAULT_WIDTH,
    write,
    line: (text) => write(`${text}\n`),
    value: (value) => write(`${JSON.stringify(value)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
  };
}
