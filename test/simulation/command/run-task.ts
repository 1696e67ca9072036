import { runSeed, type SeedRun } from '../run-seed.js';
import { FULL, SHORT } from '../sim-size.js';
import type { Violation } from '../model/facts.js';
import { raceOfTwo } from '../two-writers.js';
import type { SeedReport, SeedTask } from './seed-report.js';

/** Lines of the trace that come with a violation. */
const TAIL_LINES = 80;
const LINES_AFTER = 5;

/** Runs a seed, or twice, and the race of two processes of that seed; says what came of it. */
export async function runTask({ seed, full, twice, trace: whole }: SeedTask): Promise<SeedReport> {
  const size = full ? FULL : SHORT;
  const { trace, violations } = await runSeed(seed, size);
  const differs = twice ? difference(trace.lines, await runSeed(seed, size)) : [];
  const all = [...violations, ...(await raceOfTwo(seed)), ...differs];
  const kept = whole ? trace.lines : all.length > 0 ? lastPart(trace.lines) : [];
  return { seed, violations: all, trace: kept, lines: trace.lines.length, kinds: [...trace.kinds] };
}

/** The lines before the first violation, and a few after it. */
function lastPart(lines: readonly string[]): readonly string[] {
  const found = lines.findIndex((line) => line.includes(' VIOLATED '));
  const end = found < 0 ? lines.length : found + LINES_AFTER;
  return lines.slice(Math.max(0, end - TAIL_LINES), end);
}

function difference(first: readonly string[], second: SeedRun): readonly Violation[] {
  const { lines } = second.trace;
  const place = first.findIndex((line, index) => line !== lines[index]);
  if (place < 0 && first.length === lines.length) return [];
  const why = `the second run differs at line ${place}: "${first[place] ?? ''}" and "${lines[place] ?? ''}"`;
  return [{ guarantee: 'replay', why }];
}
