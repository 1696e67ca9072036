import { createStyle, type Style } from './render/style.js';

/** Paints for a stream of this process: colour only on a terminal, and never with `NO_COLOR` (no-color.org). */
export function terminalStyle(stream: { readonly isTTY?: boolean }): Style {
  const noColor = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';
  return createStyle(stream.isTTY === true && !noColor);
}
