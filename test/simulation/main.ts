import { availableParallelism } from 'node:os';
import { EXPECTED_KINDS } from './expected-kinds.js';
import { Occurrences } from './command/occurrences.js';
import {
  closingText,
  failureText,
  isGood,
  occurrencesText,
  rareText,
  reportJson,
  type Found,
} from './command/report-text.js';
import { runInProcesses } from './command/seed-processes.js';
import type { SeedReport, SeedTask } from './command/seed-report.js';
import { wantedOf, type Wanted } from './command/wanted.js';

const HELP = `Runs the connector under a virtual clock with drawn faults and judges it by an independent model.

  npm run simulate -- [--seeds N] [--seed FIRST] [--seconds S] [--full] [--twice] [--min-share P]

Prints how often each fault, point, event and cell of the state table occurred. Ends at the first seed in which
something does not hold, with the last part of its trace, the command that runs it again, and lines
'violated: GUARANTEE REASON'.

  --seeds N      how many seeds; 200, or 1 with --seed, or as many as fit into --seconds
  --seed FIRST   the first of them; 1
  --seconds S    begin no further seed after so much real time
  --full         longer runs with more commands and deaths
  --twice        run every seed twice and compare the traces
  --min-share P  fail when something occurred in fewer than P per cent of the seeds
  --jobs N       processes at a time; as many as there are cores
  --trace        print the whole trace of a single seed
  --json         one JSON document
  --help         this text

Exit code: 0 when all holds, 1 when something does not (or occurred too rarely), 2 when the command line is wrong.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const wanted = wantedOf(words, availableParallelism());
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n\n${HELP}`);
    return 2;
  }
  if (wanted.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const found = await run(wanted);
  process.stdout.write(wanted.json ? `${reportJson(found, wanted.full)}\n` : text(found, wanted));
  return isGood(found) ? 0 : 1;
}

async function run(wanted: Wanted): Promise<Found> {
  const began = performance.now();
  const occurrences = new Occurrences();
  let next = wanted.first;
  const worst: { report: SeedReport | null } = { report: null };
  await runInProcesses({
    jobs: wanted.jobs,
    next: () => {
      const late = wanted.seconds !== null && performance.now() - began >= wanted.seconds * 1_000;
      if (worst.report !== null || late || next >= wanted.first + wanted.seeds) return null;
      next += 1;
      const { full, twice, trace } = wanted;
      return { seed: next - 1, full, twice, trace } satisfies SeedTask;
    },
    done: (report) => {
      occurrences.add(report.kinds);
      if (wanted.trace && !wanted.json) process.stdout.write(`${report.trace.join('\n')}\n`);
      if (report.violations.length > 0 && report.seed < (worst.report?.seed ?? Infinity))
        worst.report = report;
      progress(`${occurrences.seeds} seeds, ${Math.round((performance.now() - began) / 1_000)} s`);
    },
  });
  progress('');
  const judged = wanted.minShare !== null && worst.report === null;
  return {
    seeds: occurrences.seeds,
    elapsedMs: Math.round(performance.now() - began),
    failed: worst.report,
    occurrences: occurrences.table(EXPECTED_KINDS),
    rare: judged ? occurrences.rare(EXPECTED_KINDS, wanted.minShare) : [],
    unlisted: judged ? occurrences.unlisted(EXPECTED_KINDS, ['cell:', 'point:']) : [],
    minShare: wanted.minShare,
  };
}

function text(found: Found, { full, trace }: Wanted): string {
  const parts = [
    occurrencesText(found),
    found.failed === null ? '' : failureText(trace ? { ...found.failed, trace: [] } : found.failed, full),
    rareText(found),
    closingText(found),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

/** Shows how far things are, on a terminal only. */
function progress(said: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${said}`);
}
