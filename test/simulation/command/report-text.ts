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
  readonly minShare: number | null;
}

/** The command that runs a seed again with its whole trace. */
export function replayCommand(seed: number, full: boolean): string {
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

/** What occurred too rarely, a line each; empty when nothing did. */
export function rareText({ rare, seeds, minShare }: Found): string {
  return rare
    .map(
      ({ kind, seeds: of }) => `too rare: ${kind} in ${of} of ${seeds} seeds, fewer than ${minShare ?? 0} %`,
    )
    .join('\n');
}

/** The last line. */
export function closingText({ seeds, elapsedMs, failed, rare }: Found): string {
  const rate = `${seeds} seeds in ${(elapsedMs / 1_000).toFixed(1)} s`;
  if (failed !== null) return `simulation: FAILED, ${rate}`;
  return rare.length > 0
    ? `simulation: FAILED, ${rare.length} too rare, ${rate}`
    : `simulation: all hold, ${rate}`;
}

/** The same as one JSON document. */
export function reportJson(found: Found, full: boolean): string {
  const { failed } = found;
  const said =
    failed === null ? null : { ...failed, kinds: undefined, again: replayCommand(failed.seed, full) };
  return JSON.stringify({ ...found, failed: said, ok: failed === null && found.rare.length === 0 });
}

function percent(part: number, whole: number): string {
  return `${((part * 100) / Math.max(1, whole)).toFixed(1)} %`;
}
