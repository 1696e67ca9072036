import type { Command } from 'commander';

/** What the commands of `config` take. */
export interface ConfigOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** Adds the options of a command that reads the configuration and no data, and its examples. */
export function withConfigOptions(command: Command, examples: readonly string[]): Command {
  const shown = examples.map((example) => `  $ aip-hermes config ${example}`).join('\n');
  return command
    .option('--config <file>', 'configuration, YAML or JSON')
    .option('--json', 'one JSON value a line on stdout')
    .helpOption('--help', 'show help')
    .addHelpText('after', `\nExamples:\n${shown}\n`);
}
