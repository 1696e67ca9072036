import type { Command } from 'commander';
import type { Output } from '../output.js';
import { addDeadLettersList } from './dead-letters-list.js';
import { addDeadLettersShow } from './dead-letters-show.js';

/** Adds `dead-letters` and what it can do (G11). */
export function addDeadLetters(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('dead-letters')
    .summary('look at what could not be taken as a command')
    .description(
      'Looks at the dead-letter topic of the embedded bus: records that could not be taken as a command, each with the ' +
        'reason, its original key, headers and bytes. Works with and without a running service.',
    )
    .helpOption('--help', 'show help')
    .helpCommand(false);
  addDeadLettersList(command, output);
  addDeadLettersShow(command, output);
}
