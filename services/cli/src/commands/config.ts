import type { Command } from 'commander';
import type { Output } from '../output.js';
import { addConfigCheck } from './config-check.js';
import { addConfigSchema } from './config-schema.js';
import { addConfigShow } from './config-show.js';

/** Adds `config` and what it can do (SPEC 10). */
export function addConfig(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('config')
    .summary('check, show and describe the configuration')
    .description(
      'Looks at the configuration without starting anything: defaults, over them the file, over it AIP_HERMES__ ' +
        'variables such as AIP_HERMES__POLICY__MAX_EVENTS.',
    )
    .helpOption('--help', 'show help')
    .helpCommand(false);
  addConfigCheck(command, output);
  addConfigShow(command, output);
  addConfigSchema(command, output);
}
