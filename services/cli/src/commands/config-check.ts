import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import type { Output } from '../output.js';
import { checkedText } from '../render/config-checked.js';
import { loadedConfig, loadedConfigWithoutKeys } from '../wire/read-config.js';
import { withConfigOptions, type ConfigOptions } from './config-options.js';

interface CheckOptions extends ConfigOptions {
  /** False with `--no-keys`. */
  readonly keys: boolean;
}

/** Adds `config check`: every problem at once, each with its place and what to do (SPEC 10). */
export function addConfigCheck(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('check')
    .summary('say everything that is wrong')
    .description(
      'Reads the file, the AIP_HERMES__ variables and the API keys, and says everything that is wrong, each with its ' +
        'place and what to do. Nothing is sent to Hermes. Ends with 0 when the configuration can be used, else with 2.',
    )
    .option('--no-keys', 'do not look for the API keys: they need not be on this machine');
  withConfigOptions(command, [
    'check --config hermes.yaml',
    'check --config hermes.yaml --json',
    'check --config hermes.yaml --no-keys',
  ]).action((options: CheckOptions) => check(options, output(options.json === true)));
}

function check(options: CheckOptions, output: Output): void {
  const { config: file = null, keys } = options;
  const loaded = keys ? loadedConfig(file) : loadedConfigWithoutKeys(file);
  const problems = loaded.kind === 'bad' ? loaded.problems : [];
  const warnings = loaded.kind === 'bad' || loaded.kind === 'none' ? [] : loaded.warnings;
  const good = loaded.kind !== 'bad';
  if (output.json) output.value({ good, configured: loaded.kind, keys_checked: keys, problems, warnings });
  else output.line(checkedText(loaded, output.style));
  if (!keys) output.note('The API keys were not looked for; check them where the service runs.');
  if (problems.length > 0) {
    const [what, them] =
      problems.length === 1 ? ['1 problem', 'it'] : [`${problems.length} problems`, 'them'];
    throw new CliError('usage', `The configuration has ${what}; correct ${them} and check again.`);
  }
}
