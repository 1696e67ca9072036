import type { Command } from 'commander';

/** What every command takes. */
export interface CommonOptions {
  readonly data: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** Where data lies unless `--data` says otherwise. */
export const DEFAULT_DATA = './.aip-hermes';

/** Adds the options every command takes, and its examples. */
export function withCommonOptions(
  command: Command,
  examples: readonly string[],
  data = DEFAULT_DATA,
): Command {
  return command
    .option('--data <dir>', 'data directory (mode 0700)', ...(data === '' ? [] : [data]))
    .option('--config <file>', 'configuration, YAML or JSON')
    .option('--json', 'one JSON value a line on stdout')
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  $ aip-hermes ${example}`).join('\n')}\n`,
    );
}
