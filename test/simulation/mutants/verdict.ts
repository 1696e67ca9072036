import type { Violation } from '../model/facts.js';

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

/** How the run of a simulation ended. */
export interface SimulationEnd {
  /** Null when it was killed because its time was over. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm run simulate -- --json` prints, as far as it matters here. */
interface Report {
  readonly seeds: number;
  readonly failed: { readonly seed: number; readonly violations: readonly Violation[] } | null;
}

/** Names of guarantees; the simulation calls what is no broken rule but a process that fails `process`. */
const NOT_NAMED: ReadonlySet<string> = new Set(['process', 'replay']);
const NEVER_ENDS = 'takes more than';
const MOST_CHARACTERS = 300;

/** Reads what a simulation came to. A crash or a time-out is no find: it names no guarantee. */
export function verdictOf(
  end: SimulationEnd,
  expected: readonly string[],
): { readonly verdict: Verdict; readonly seeds: number } {
  if (end.code === null)
    return { verdict: { kind: 'timeout', why: 'the simulation did not end in time' }, seeds: 0 };
  const report = reportIn(end.stdout);
  if (report === null || end.code > 1) {
    const why = `exit code ${end.code}: ${end.stderr.trim().slice(-MOST_CHARACTERS)}`;
    return { verdict: { kind: 'crash', why }, seeds: 0 };
  }
  return { verdict: judged(report, expected), seeds: report.seeds };
}

function judged({ failed }: Report, expected: readonly string[]): Verdict {
  if (failed === null) return { kind: 'not_found' };
  const { seed, violations } = failed;
  const found = violations.find(({ guarantee }) => expected.includes(guarantee));
  if (found !== undefined) return { kind: 'found', by: found.guarantee, why: found.why, seed };
  const named = violations.find(({ guarantee }) => !NOT_NAMED.has(guarantee));
  if (named !== undefined) return { kind: 'other', by: named.guarantee, why: named.why, seed };
  const why = violations[0]?.why ?? 'no reason was given';
  return { kind: why.includes(NEVER_ENDS) ? 'timeout' : 'crash', why };
}

function reportIn(stdout: string): Report | null {
  try {
    return JSON.parse(stdout) as Report;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
