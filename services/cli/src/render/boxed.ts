import type { Style } from './style.js';

/** Narrowest and widest box, columns. */
const NARROWEST = 20;
const WIDEST = 100;

/** Lines in a box with a title, cut to the width of the terminal. The lines hold no control characters. */
export function boxed(
  title: string,
  lines: readonly string[],
  width: number,
  style: Style,
): readonly string[] {
  const room = Math.max(NARROWEST, Math.min(width, WIDEST)) - 4;
  const inner = Math.min(room, Math.max(title.length + 2, ...lines.map((line) => line.length)));
  const row = (text: string): string => {
    const cut = text.length > inner ? `${text.slice(0, inner - 1)}…` : text.padEnd(inner);
    return `${style.warn('│')} ${cut} ${style.warn('│')}`;
  };
  const top = `┌ ${title} ${'─'.repeat(Math.max(0, inner - title.length))}┐`;
  return [style.warn(top), ...lines.map(row), style.warn(`└${'─'.repeat(inner + 2)}┘`)];
}
