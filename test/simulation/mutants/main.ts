import { fileURLToPath } from 'node:url';
import { MUTANTS } from './catalogue.js';
import { closingText, resultText, tableText } from './report-text.js';
import { runAll } from './run-all.js';
import { endSimulations } from './simulate-copy.js';
import { removeCopies } from './source-copy.js';
import { wantedOf } from './wanted.js';

const HELP = `Simulates copies of the sources with a deliberate fault each, until the first seed in which something does not hold.

  npm run simulate:mutants -- [--only NAME]... [--seconds S] [--jobs N] [--json]

Each fault must be found, and by one of the guarantees that stand beside it in test/simulation/mutants/catalogue. Not found,
found as something else, a crash and a time-out fail. Two controls run first: an untouched copy, in which all must hold,
and a copy that cannot be loaded, which must crash.

  --only NAME    this mutant only; can be given several times
  --seconds S    for everything; 170
  --jobs N       mutants at a time; 2
  --json         one JSON document
  --help         this text

Exit code: 0 when every mutant was found, 1 when one was not, 2 when the command line is wrong.
`;

process.on('exit', () => {
  endSimulations();
  removeCopies();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const names = MUTANTS.map(({ name }) => name);
  const wanted = wantedOf(words, names);
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n\n${HELP}`);
    return 2;
  }
  const { only, seconds, jobs, json, help } = wanted;
  if (help) {
    process.stdout.write(
      `${HELP}\nMutants:\n${MUTANTS.map(({ name, why }) => `  ${name}: ${why}`).join('\n')}\n`,
    );
    return 0;
  }
  const began = performance.now();
  const results = await runAll({
    repository: fileURLToPath(new URL('../../..', import.meta.url)),
    mutants: MUTANTS.filter(({ name }) => only.length === 0 || only.includes(name)),
    jobs,
    seconds,
    done: (result) => {
      if (!json) process.stdout.write(`${resultText(result)}\n`);
    },
  });
  const elapsedMs = Math.round(performance.now() - began);
  const ok = results.every(({ good }) => good);
  process.stdout.write(
    json
      ? `${JSON.stringify({ ok, elapsedMs, results })}\n`
      : `\n${tableText(results)}\n${closingText(results, elapsedMs)}\n`,
  );
  return ok ? 0 : 1;
}
