import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import type { DeadLetter } from '../dead-letters/dead-letter.js';
import { letterAdvice } from '../dead-letters/letter-advice.js';
import { letterName } from '../dead-letters/letter-place.js';
import { findLetter } from '../dead-letters/read-letters.js';
import type { Output } from '../output.js';
import { printableText } from '../render/byte-view.js';
import { letterText } from '../render/letter-text.js';
import { printableLine } from '../render/printable.js';
import { dataDirectory } from '../wire/data-directory.js';
import { openReadStore } from '../wire/open-store.js';
import { rawOutput } from '../wire/raw-output.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { suggested } from './suggested.js';

interface ShowOptions extends CommonOptions {
  readonly raw?: boolean;
}

/** Adds `dead-letters show`: a dead letter with its headers and bytes, and what can be done about it (G11). */
export function addDeadLettersShow(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('show')
    .summary('show a dead letter with its bytes')
    .description(
      'Shows one dead letter: why it was set aside, where it lay, its headers, and its bytes as text or, where that is ' +
        'not safe, as hexadecimal numbers. --json has all of them as base64, --raw writes them as they are.',
    )
    .argument('<id>', 'id such as dl-0-3, or where the record lay, such as commands/0/17')
    .option('--raw', 'write exactly the original bytes, and nothing else');
  withCommonOptions(command, [
    'dead-letters show dl-0-3',
    'dead-letters show commands/0/17 --json',
    'dead-letters show dl-0-3 --raw > letter.json',
  ]).action((id: string, options: ShowOptions) => show(id, options, output(options.json === true)));
}

async function show(id: string, options: ShowOptions, output: Output): Promise<void> {
  if (options.raw === true && output.json)
    throw new CliError('usage', '--raw writes bytes and --json a value; give one of them.');
  const letter = await letterOf(id, options);
  if (options.raw === true) writeRaw(letter, options);
  else if (output.json) output.value(asJson(letter));
  else {
    const all = rawCommand(letter, options);
    output.line(letterText(letter, all, output.style, output.width));
    output.line(`\n${adviceText(letter, all, options)}`);
  }
}

/** @throws CliError usage: it is no id; not_found: there is no such letter */
async function letterOf(id: string, options: ShowOptions): Promise<DeadLetter> {
  const name = letterName(id);
  if (name === null)
    throw new CliError(
      'usage',
      `${printableLine(id)} is neither an id such as dl-0-3 nor a place such as commands/0/17.`,
    );
  const directory = dataDirectory(options.data);
  const store = await openReadStore(directory);
  try {
    const letter = store.bus === null ? null : await findLetter(store.bus.reader, name);
    if (letter !== null) return letter;
    const list = suggested(['dead-letters', 'list'], options);
    throw new CliError(
      'not_found',
      `There is no dead letter ${id} in ${directory.path}. See which there are: ${list}`,
    );
  } finally {
    await store.close();
  }
}

function writeRaw(letter: DeadLetter, options: ShowOptions): void {
  const { value } = letter;
  if (value === null) return;
  const out = rawOutput();
  if (out.isTerminal && printableText(value) === null) {
    const file = rawCommand(letter, options);
    throw new CliError('usage', `These bytes could steer the terminal; write them to a file: ${file}`);
  }
  out.write(value);
}

function asJson({ summary, sentAt, headers, value }: DeadLetter): object {
  return {
    ...summary,
    sent_at: sentAt,
    headers,
    text: value === null ? null : printableText(value),
    base64: value === null ? null : Buffer.from(value).toString('base64'),
  };
}

function rawCommand({ summary }: DeadLetter, options: ShowOptions): string {
  return `${suggested(['dead-letters', 'show', summary.id, '--raw'], options)} > ${FILE}`;
}

/** Where suggestions put the bytes. */
const FILE = 'letter.json';

function adviceText({ summary, value }: DeadLetter, all: string, options: ShowOptions): string {
  const { text, resend } = letterAdvice(summary.code);
  const kept = 'It stays here as evidence; nothing was started on its account.';
  if (!resend || value === null) return `Next: ${text} ${kept}`;
  return [
    `Next: ${text} ${kept}`,
    `  ${all}`,
    `  ${suggested(['submit', FILE], options)}    # once it is corrected`,
  ].join('\n');
}
