import { pieces } from './pieces.js';
import type { Style } from './style.js';
import { wrapped } from './wrapped.js';

/** Narrowest and widest box, columns. */
const NARROWEST = 20;
const WIDEST = 100;

/** Lines in a box with a title, wrapped to the width of the terminal; nothing is cut. The lines hold no control characters. */
export function boxed(
  title: string,
  lines: readonly string[],
  width: number,
  style: Style,
): readonly string[] {
  const room = Math.max(NARROWEST, Math.min(width, WIDEST)) - 4;
  const inner = Math.min(room, Math.max(title.length + 2, ...lines.map((line) => line.length)));
  const row = (text: string): string => `${style.warn('│')} ${text.padEnd(inner)} ${style.warn('│')}`;
  const top = `┌ ${title} ${'─'.repeat(Math.max(0, inner - title.length))}┐`;
  return [
    style.warn(top),
    ...lines.flatMap((line) => wrapped(line, inner).flatMap((it) => pieces(it, inner))).map(row),
    style.warn(`└${'─'.repeat(inner + 2)}┘`),
  ];
}
