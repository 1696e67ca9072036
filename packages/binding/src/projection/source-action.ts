import { Unmappable } from './unmappable.js';

/** The Action id in a stream's name: the text after the first `-` (DESIGN 3). */
export function sourceActionOf(stream: string): string {
  const dash = stream.indexOf('-');
  if (dash < 0 || dash === stream.length - 1) throw new Unmappable('the stream names no Action');
  return stream.slice(dash + 1);
}
