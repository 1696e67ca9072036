import type { CopyEnd } from './simulate-copy.js';

/** What the simulation made of a changed copy. */
export type Verdict =
  | { readonly kind: 'found'; readonly by: string; readonly why: string; readonly seed: number }
  /** Something else than what was expected does not hold. */
  | { readonly kind: 'other'; readonly by: string; readonly why: string; readonly seed: number }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'crash'; readonly why: string }
  | { readonly kind: 'timeout'; readonly why: string }
  /** The source has moved on: the text of an edit does not stand there once. */
  | { readonly kind: 'misplaced'; readonly why: string };

/** The simulation calls what breaks no guarantee `process`, a process that fails, or `replay`, a trace that differs. */
const NOT_NAMED: ReadonlySet<string> = new Set(['process', 'replay']);
const NEVER_ENDS = 'takes more than';
const MOST_CHARACTERS = 300;

/** Reads what a simulation came to. A crash or a time-out is no find: it names no guarantee. */
export function verdictOf(
  { failed, stderr }: Pick<CopyEnd, 'failed' | 'stderr'>,
  expected: readonly string[],
): Verdict {
  if (failed === null) return { kind: 'not_found' };
  const { seed, violations } = failed;
  const found = violations.find(({ guarantee }) => expected.includes(guarantee));
  if (found !== undefined) return { kind: 'found', by: found.guarantee, why: found.why, seed };
  const named = violations.find(({ guarantee }) => !NOT_NAMED.has(guarantee));
  if (named !== undefined) return { kind: 'other', by: named.guarantee, why: named.why, seed };
  const why = violations[0]?.why ?? 'no reason was given';
  if (why.includes(NEVER_ENDS)) return { kind: 'timeout', why };
  return { kind: 'crash', why: [why, thrown(stderr)].filter((text) => text !== '').join(': ') };
}

/** The line that says what was thrown. */
function thrown(stderr: string): string {
  const line = stderr.split('\n').find((text) => /^\w*Error\b/.test(text));
  return (line ?? '').slice(0, MOST_CHARACTERS);
}
