import type { ReplayOptions } from './replay-options.js';
import type { TranscriptLine } from './transcript-line.js';

/** The lines of a recording as they are replayed: without what is left out, in the order the server read them. */
export function replayedLines(
  lines: readonly TranscriptLine[],
  { leftOut = [], readFirst }: ReplayOptions,
): readonly TranscriptLine[] {
  return inReadOrder(
    lines.filter(({ conn }) => conn === undefined || !leftOut.includes(conn)),
    readFirst,
  );
}

/** Puts the request of a connection before the one that was sent in the same instant. */
function inReadOrder(lines: readonly TranscriptLine[], first?: number): readonly TranscriptLine[] {
  const at = lines.findIndex((line) => line.dir === 'request' && line.conn === first);
  const [moved, before] = [lines[at], lines[at - 1]];
  if (moved === undefined || before === undefined) return lines;
  return [...lines.slice(0, at - 1), moved, before, ...lines.slice(at + 1)];
}
