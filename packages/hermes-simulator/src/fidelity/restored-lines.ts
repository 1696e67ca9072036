import { createHash } from 'node:crypto';
import type { TranscriptLine } from './transcript-line.js';

/** A recorded line as it is in the file: long texts are kept as head, tail, length and hash. */
export interface StoredLine extends Omit<TranscriptLine, 'turns'> {
  readonly text_head?: string;
  readonly text_tail?: string;
  readonly sha256?: string;
  readonly turns?: readonly unknown[] | string;
}

/** The long texts of the recordings repeat these many characters. */
const PERIOD = 10;

/** Puts back what the recorder left out, so that a scenario with megabytes of output can be replayed. */
export function restoredLines(stored: readonly StoredLine[]): readonly TranscriptLine[] {
  return stored.flatMap((line, index): readonly TranscriptLine[] => {
    const { turns, text_head, text_tail, sha256, ...rest } = line;
    const missing = Number(/^(\d+) more frames of the same form left out/.exec(line.text ?? '')?.[1] ?? 0);
    const previous = stored[index - 1];
    if (missing > 0 && previous !== undefined)
      return restoredLines(Array.from({ length: missing }, () => previous));
    if (text_head !== undefined && text_tail !== undefined) {
      const { bytes, ...others } = rest;
      return [{ ...others, text: longText(text_head, text_tail, bytes ?? 0, sha256 ?? '') }];
    }
    return [
      turns === undefined ? rest : { ...rest, turns: typeof turns === 'string' ? cutTurns(turns) : turns },
    ];
  });
}

/** Fills the middle with the pattern the head ends in; the hash proves that nothing else was there. */
function longText(head: string, tail: string, bytes: number, sha256: string): string {
  const gap = bytes - head.length - tail.length;
  const text =
    head +
    head
      .slice(-PERIOD)
      .repeat(Math.ceil(gap / PERIOD))
      .slice(0, gap) +
    tail;
  const hash = createHash('sha256').update(text).digest('hex');
  if (hash !== sha256) throw new Error('a long text of the recording cannot be restored');
  return text;
}

/** A script kept as text: one turn of one chunk, with `repeat`, or cut off in a million times the same letter. */
function cutTurns(text: string): readonly unknown[] {
  if (text.endsWith('(cut)')) {
    const letter = /"chunks": \["(.)/.exec(text)?.[1] ?? '';
    return [{ chunks: [letter.repeat(1_000_000)] }];
  }
  return JSON.parse(text.replaceAll("'", '"')) as readonly unknown[];
}
