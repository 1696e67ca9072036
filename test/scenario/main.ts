import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { caseFiles, type CaseFile } from './report/case-files.js';
import { FileRunner } from './report/file-runner.js';
import type { FileOutcome } from './report/outcome.js';
import { fileText, reportJson, totalText } from './report/report-text.js';

const HELP = `Runs scenario files and the vectors beside them against the product.

  npm run scenario -- PATH... [--only GLOB] [--json]

PATH is a file or a folder. One line for each file: ok, FAILED with the reasons below it, or skipped with
what it needs that is not supported yet; the last line counts them.

  --only GLOB  only files whose name fits, such as 'C85-*'
  --json       one JSON document instead of lines
  --help       this text

Exit code: 0 when nothing failed, 1 when something did, 2 when there was nothing to run.
`;

/** What stands on the command line; null when it cannot be read. */
interface Wanted {
  readonly paths: readonly string[];
  readonly only: string | null;
  readonly json: boolean;
  readonly help: boolean;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(words: readonly string[]): Promise<number> {
  const wanted = wantedOf(words);
  if (typeof wanted === 'string') return misused(wanted);
  if (wanted.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (wanted.paths.length === 0) return misused('no PATH is given');
  const missing = wanted.paths.filter((path) => statSync(path, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) return misused(`there is no ${missing.join(', ')}`);
  const files = wanted.paths.flatMap((path) => caseFiles(path, wanted.only));
  if (files.length === 0) return misused('there is nothing to run');
  const outcomes = await runAll(
    files,
    wanted.json ? () => undefined : (text) => process.stdout.write(`${text}\n`),
  );
  process.stdout.write(`${wanted.json ? reportJson(outcomes) : totalText(outcomes)}\n`);
  return outcomes.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0;
}

async function runAll(
  files: readonly CaseFile[],
  print: (text: string) => void,
): Promise<readonly FileOutcome[]> {
  const runner = new FileRunner();
  const outcomes: FileOutcome[] = [];
  for (const [index, file] of files.entries()) {
    progress(`${index + 1}/${files.length} ${file.name}`);
    const outcome = await runner.run(file);
    progress('');
    print(fileText(outcome));
    outcomes.push(outcome);
  }
  runner.close();
  return outcomes;
}

/** Shows what is going on, on a terminal only. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

function wantedOf(words: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { paths: positionals, only: values.only ?? null, json: values.json, help: values.help };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function misused(reason: string): number {
  process.stderr.write(`${reason}\n\n${HELP}`);
  return 2;
}
