import type { Output } from './output.js';
import { safeJson } from './render/safe-json.js';
import { terminalStyle } from './terminal-style.js';

const DEFAULT_WIDTH = 100;

/** The output of this process. */
export function processOutput(json: boolean): Output {
  const { stdout, stderr } = process;
  const write = (text: string): void => void stdout.write(text);
  return {
    json,
    style: terminalStyle(stdout),
    width: stdout.isTTY && stdout.columns > 0 ? stdout.columns : DEFAULT_WIDTH,
    isTerminal: stdout.isTTY,
    write,
    line: (text) => write(`${text}\n`),
    value: (value) => write(`${safeJson(value)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
  };
}
