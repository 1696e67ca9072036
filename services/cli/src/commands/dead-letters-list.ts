import { Option, type Command } from 'commander';
import { newestLetters, type NewestLetters } from '../dead-letters/read-letters.js';
import type { Output } from '../output.js';
import { letterTable } from '../render/letter-table.js';
import { dataDirectory } from '../wire/data-directory.js';
import { openReadStore } from '../wire/open-store.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { SINCE_HELP, sinceTime } from './since-time.js';
import { suggested } from './suggested.js';
import { wholeNumber } from './whole-number.js';

interface ListOptions extends CommonOptions {
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

const DEFAULT_LIMIT = 100;

/** Most letters of one list: what is kept of each is small, not nothing (G13). */
const MAX_LIMIT = 10_000;

/** Adds `dead-letters list`: the newest dead letters and why they are there (G11). */
export function addDeadLettersList(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('list')
    .summary('list dead letters, newest first')
    .description(
      'Lists what could not be taken as a command, newest first: id, when it was set aside, where it lay, its size and ' +
        'key, and the reason as a stable word and a sentence. A note says when there are more than --limit.',
    )
    .addOption(
      new Option('--limit <n>', `at most this many, up to ${MAX_LIMIT}`)
        .argParser((text) => wholeNumber(text, MAX_LIMIT))
        .default(DEFAULT_LIMIT),
    )
    .addOption(new Option('--since <time>', SINCE_HELP).argParser((text) => sinceTime(text, Date.now())));
  withCommonOptions(command, [
    'dead-letters list',
    'dead-letters list --since 2h',
    'dead-letters list --limit 1000 --json',
  ]).action((options: ListOptions) => list(options, output(options.json === true)));
}

async function list(options: ListOptions, output: Output): Promise<void> {
  const store = await openReadStore(dataDirectory(options.data));
  try {
    const found =
      store.bus === null ? NOTHING : await newestLetters(store.bus.reader, options.limit, options.since);
    if (output.json) found.letters.forEach((letter) => output.value(letter));
    else output.line(listText(found, options, output));
    if (found.more)
      output.note(
        `There are more than ${options.limit === 1 ? 'this one' : `these ${options.limit}`}; see more with --limit, fewer with --since.`,
      );
  } finally {
    await store.close();
  }
}

const NOTHING: NewestLetters = { letters: [], more: false };

function listText({ letters }: NewestLetters, options: ListOptions, { style }: Output): string {
  const [newest] = letters;
  if (newest === undefined)
    return options.since === undefined ? 'No dead letters.' : 'No dead letters since then.';
  const show = suggested(['dead-letters', 'show', newest.id], options);
  return `${letterTable(letters, style)}\n${style.dim(`One with its bytes, and what can be done: ${show}`)}`;
}
