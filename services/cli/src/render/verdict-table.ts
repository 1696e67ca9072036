import type { Guarantee, Verdict } from '@aip-hermes/audit';
import { printableLine } from './printable.js';
import type { Style } from './style.js';
import { wrapped } from './wrapped.js';

/** What each guarantee says, in a few words (DESIGN 8). */
const GUARANTEE_TEXTS: Readonly<Record<Guarantee, string>> = {
  G1: 'at most one start per Action',
  G2: 'at most one answer per prompt',
  G3: 'unknown outcomes are never retried',
  G4: 'an ended binding never changes',
  G5: 'changed reuse of an id is refused',
  G6: 'no accepted command is lost',
  G7: 'chunks in order, no gap, one end',
  G8: 'cancelled only on evidence',
  G9: 'delegation only as verified',
  G10: 'no credential anywhere',
  G11: 'bad messages stop nothing',
  G12: 'all can be derived again',
  G13: 'memory and handles are bounded',
};

/** One guarantee a line: id, verdict, what it says, and why; ends without a line feed. */
export function verdictTable(verdicts: readonly Verdict[], style: Style, width: number): string {
  const text = Math.max(...verdicts.map(({ guarantee }) => GUARANTEE_TEXTS[guarantee].length)) + 2;
  const room = Math.max(MIN_REASON, width - text - ID_COLUMN - VERDICT_COLUMN);
  return verdicts
    .map(({ guarantee, verdict, why }) => {
      const head =
        guarantee.padEnd(ID_COLUMN) + paint(verdict, style) + GUARANTEE_TEXTS[guarantee].padEnd(text);
      const indent = ' '.repeat(ID_COLUMN + VERDICT_COLUMN + text);
      return wrapped(printableLine(why, MAX_REASON), room)
        .map((line, index) => `${index === 0 ? head : indent}${style.dim(line)}`.trimEnd())
        .join('\n');
    })
    .join('\n');
}

const ID_COLUMN = 5;
const VERDICT_COLUMN = 15;
const MIN_REASON = 40;
/** A reason is told whole as far as that helps. */
const MAX_REASON = 2_000;

function paint(verdict: Verdict['verdict'], style: Style): string {
  const word = verdict.replace('_', ' ').padEnd(VERDICT_COLUMN);
  switch (verdict) {
    case 'holds':
      return style.good(word);
    case 'broken':
      return style.bad(word);
    case 'not_checkable':
      return style.warn(word);
  }
}
