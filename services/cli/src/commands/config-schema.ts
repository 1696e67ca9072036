import { configSchema } from '@aip-hermes/config';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { withConfigOptions, type ConfigOptions } from './config-options.js';

/** Adds `config schema`: a JSON Schema of the file, for editors (SPEC 10). */
export function addConfigSchema(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('schema')
    .summary('print a JSON Schema of the configuration file')
    .description(
      'Prints a JSON Schema (2020-12) with meanings, bounds and defaults. Many editors use one that a YAML file names ' +
        'in its first line: # yaml-language-server: $schema=./hermes.schema.json. Reads no configuration.',
    );
  withConfigOptions(command, ['schema > hermes.schema.json', 'schema --json']).action(
    (options: ConfigOptions) => {
      const out = output(options.json === true);
      if (out.json) out.value(configSchema());
      else out.line(JSON.stringify(configSchema(), null, 2));
    },
  );
}
