import type { MutantResult } from './run-mutant.js';
import type { Verdict } from './verdict.js';

/** A result, and whether it is the one that it must be. */
export interface Judged extends MutantResult {
  readonly good: boolean;
}

/** What came of one mutant, in a line. */
export function resultText({ name, verdict, seeds, elapsedMs, expected, good }: Judged): string {
  const said = `${name}: ${verdictText(verdict, expected)} after ${seeds} seeds and ${(elapsedMs / 1_000).toFixed(1)} s`;
  return good ? said : `${said}  <-- FAILED`;
}

/** All results as a table: mutant, result, seed, seeds, seconds. */
export function tableText(results: readonly Judged[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, verdict, seeds, elapsedMs, good }) =>
    [
      name.padEnd(width),
      shortText(verdict).padEnd(14),
      ('seed' in verdict ? String(verdict.seed) : '-').padStart(6),
      String(seeds).padStart(6),
      (elapsedMs / 1_000).toFixed(1).padStart(7),
      good ? '' : 'FAILED',
    ]
      .join(' ')
      .trimEnd(),
  );
  return [
    `${'mutant'.padEnd(width)} ${'found by'.padEnd(14)} ${'seed'.padStart(6)} ${'seeds'.padStart(6)} ${'seconds'.padStart(7)}`,
    ...rows,
  ].join('\n');
}

/** The last line. */
export function closingText(results: readonly Judged[], elapsedMs: number): string {
  const failed = results.filter(({ good }) => !good);
  const took = `${(elapsedMs / 1_000).toFixed(1)} s`;
  const mutants = results.filter(({ expected }) => expected.length > 0).length;
  if (failed.length === 0) return `mutants: all ${mutants} found, ${took}`;
  return `mutants: FAILED: ${failed.map(({ name }) => name).join(', ')}; ${mutants} mutants, ${took}`;
}

function verdictText(verdict: Verdict, expected: readonly string[]): string {
  switch (verdict.kind) {
    case 'found':
      return `found by ${verdict.by} at seed ${verdict.seed} (${verdict.why})`;
    case 'other':
      return `broke ${verdict.by} at seed ${verdict.seed}, expected was ${expected.join(' or ') || 'nothing'} (${verdict.why})`;
    case 'not_found':
      return expected.length === 0 ? 'all holds' : 'NOT FOUND';
    case 'crash':
      return `crash (${verdict.why})`;
    case 'timeout':
      return `time-out (${verdict.why})`;
    case 'misplaced':
      return `no such text (${verdict.why})`;
  }
}

function shortText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'found':
      return verdict.by;
    case 'other':
      return `not as: ${verdict.by}`;
    case 'not_found':
      return 'nothing';
    case 'crash':
      return 'crash';
    case 'timeout':
      return 'time-out';
    case 'misplaced':
      return 'no such text';
  }
}
