import type { Occurrence } from './occurrences.js';
import type { SeedReport } from './seed-report.js';

/** What the command found. */
export interface Found {
  readonly seeds: number;
  readonly elapsedMs: number;
  /** The report of the lowest seed in which something does not hold. */
  readonly failed: SeedReport | null;
  readonly occurrences: readonly Occurrence[];
  readonly rare: readonly Occurrence[];
  /** What occurred although it is left out of what can. */
  readonly unlisted: readonly string[];
  readonly minShare: number | null;
}

/** The command that runs a seed again with its whole trace. */
function replayCommand(seed: number, full: boolean): string {
  return `npm run simulate -- --seed ${seed} --trace${full ? ' --full' : ''}`;
}

/** A failing seed: what does not hold, the last part of the trace, and how to run it again. */
export function failureText(report: SeedReport, full: boolean): string {
  const { seed, violations, trace, lines } = report;
  return [
    `--- ${trace.length} of ${lines} lines of seed ${seed}; virtual milliseconds first`,
    ...trace,
    '---',
    `seed ${seed} fails; again: ${replayCommand(seed, full)}`,
    ...violations.map(({ guarantee, why }) => `violated: ${guarantee} ${why}`),
  ].join('\n');
}

/** The table of what occurred, in three columns: kind, seeds, per cent. */
export function occurrencesText({ occurrences, seeds }: Found): string {
  const width = Math.max(4, ...occurrences.map(({ kind }) => kind.length));
  const rows = occurrences.map(
    ({ kind, seeds: of, times }) =>
      `${kind.padEnd(width)} ${String(of).padStart(8)} ${percent(of, seeds).padStart(7)} ${String(times).padStart(9)}`,
  );
  return [
    `${'kind'.padEnd(width)} ${'in seeds'.padStart(8)} ${'share'.padStart(7)} ${'times'.padStart(9)}`,
    ...rows,
  ].join('\n');
}

/** What occurred too rarely or should not have, a line each; empty when nothing did. */
export function rareText({ rare, unlisted, seeds, minShare }: Found): string {
  const tooRare = rare.map(
    ({ kind, seeds: of }) => `too rare: ${kind} in ${of} of ${seeds} seeds, fewer than ${minShare ?? 0} %`,
  );
  return [...tooRare, ...unlisted.map((kind) => `left out of what can occur, and does: ${kind}`)].join('\n');
}

/** Whether everything is as it should be. */
export function isGood({ failed, rare, unlisted }: Found): boolean {
  return failed === null && rare.length === 0 && unlisted.length === 0;
}

/** The last line. */
export function closingText(found: Found): string {
  const { seeds, elapsedMs, failed, rare, unlisted } = found;
  const rate = `${seeds} seeds in ${(elapsedMs / 1_000).toFixed(1)} s`;
  if (isGood(found)) return `simulation: all hold, ${rate}`;
  if (failed !== null) return `simulation: FAILED, ${rate}`;
  return `simulation: FAILED, ${rare.length} too rare, ${unlisted.length} left out, ${rate}`;
}

/** The same as one JSON document. */
export function reportJson(found: Found, full: boolean): string {
  const { failed } = found;
  const said =
    failed === null ? null : { ...failed, kinds: undefined, again: replayCommand(failed.seed, full) };
  return JSON.stringify({ ...found, failed: said, ok: isGood(found) });
}

function percent(part: number, whole: number): string {
  return `${((part * 100) / Math.max(1, whole)).toFixed(1)} %`;
}
