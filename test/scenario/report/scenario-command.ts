import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { caseFiles, type CaseFile } from './case-files.js';
import { FileRunner } from './file-runner.js';
import type { FileOutcome } from './outcome.js';
import { outcomeUnrun } from './outcome-unrun.js';
import { fileText, reportJson, totalText } from './report-text.js';

const HELP = `Runs scenario files and the vectors beside them against the product.

  npm run scenario -- PATH... [--only GLOB] [--json]

PATH is a file or a folder. One line for each file: ok, FAILED with the reasons below it, or skipped with
what it needs that is not supported yet; the last line counts them.

  --only GLOB  only files whose name fits, such as 'C85-*'
  --json       one JSON document instead of lines
  --help       this text

Exit code: 0 when nothing failed, 1 when something did, 2 when there was nothing to run.
`;

/** What the command says to the outside. */
export interface Outlets {
  /** Lines of the report. */
  readonly print: (text: string) => void;
  /** What is wrong with the command itself. */
  readonly complain: (text: string) => void;
  /** What is going on at the moment; empty: nothing. */
  readonly progress: (text: string) => void;
}

/** What stands on the command line. */
interface Wanted {
  readonly paths: readonly string[];
  readonly only: string | null;
  readonly json: boolean;
  readonly help: boolean;
}

/** Carries out the command and gives its exit code. `base`: the folder that paths begin at. */
export async function scenarioCommand(
  words: readonly string[],
  base: string,
  outlets: Outlets,
): Promise<number> {
  const misused = (reason: string): number => {
    outlets.complain(`${reason}\n\n${HELP}`);
    return 2;
  };
  const wanted = wantedOf(words);
  if (typeof wanted === 'string') return misused(wanted);
  if (wanted.help) {
    outlets.print(HELP);
    return 0;
  }
  if (wanted.paths.length === 0) return misused('no PATH is given');
  const paths = wanted.paths.map((path) => resolve(base, path));
  const missing = paths.filter((path) => statSync(path, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) return misused(`there is no ${missing.join(', ')}`);
  const files = paths.flatMap((path) => caseFiles(path, wanted.only));
  if (files.length === 0) return misused('there is nothing to run');
  const outcomes = await runAll(files, wanted.json ? { ...outlets, print: () => undefined } : outlets);
  outlets.print(wanted.json ? reportJson(outcomes) : totalText(outcomes));
  return outcomes.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0;
}

async function runAll(
  files: readonly CaseFile[],
  { print, progress }: Outlets,
): Promise<readonly FileOutcome[]> {
  const runner = new FileRunner();
  const outcomes: FileOutcome[] = [];
  for (const [index, file] of files.entries()) {
    progress(`${index + 1}/${files.length} ${file.name}`);
    const unrun = outcomeUnrun(file);
    const outcome = unrun === null ? await runner.run(file) : { file: file.name, outcome: unrun, ms: 0 };
    progress('');
    print(fileText(outcome));
    outcomes.push(outcome);
  }
  runner.close();
  return outcomes;
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
