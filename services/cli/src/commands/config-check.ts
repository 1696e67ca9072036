import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import type { Output } from '../output.js';
import { checkedText } from '../render/config-checked.js';
import { loadedConfig } from '../wire/read-config.js';
import { withConfigOptions, type ConfigOptions } from './config-options.js';

/** Adds `config check`: every problem at once, each with its place and what to do (SPEC 10). */
export function addConfigCheck(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('check')
    .summary('say everything that is wrong')
    .description(
      'Reads the file, the AIP_HERMES__ variables and the API keys, and says everything that is wrong, each with its ' +
        'place and what to do. Nothing is sent to Hermes. Ends with 0 when the configuration can be used, else with 2.',
    );
  withConfigOptions(command, ['check --config hermes.yaml', 'check --config hermes.yaml --json']).action(
    (options: ConfigOptions) => check(options, output(options.json === true)),
  );
}

function check(options: ConfigOptions, output: Output): void {
  const loaded = loadedConfig(options.config ?? null);
  const problems = loaded.kind === 'bad' ? loaded.problems : [];
  const warnings = loaded.kind === 'bad' || loaded.kind === 'none' ? [] : loaded.warnings;
  if (output.json) output.value({ good: loaded.kind !== 'bad', configured: loaded.kind, problems, warnings });
  else output.line(checkedText(loaded, output.style));
  if (problems.length > 0) {
    const [what, them] =
      problems.length === 1 ? ['1 problem', 'it'] : [`${problems.length} problems`, 'them'];
    throw new CliError('usage', `The configuration has ${what}; correct ${them} and check again.`);
  }
}
