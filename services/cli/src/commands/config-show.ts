import {
  redactedView,
  simulatorConfig,
  UNSTARTED_SIMULATOR,
  type Config,
  type Origins,
} from '@aip-hermes/config';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { valuesTable } from '../render/config-values.js';
import { loadedConfig, usable } from '../wire/read-config.js';
import { withConfigOptions, type ConfigOptions } from './config-options.js';

/** Adds `config show`: the effective values, each with its origin, without a secret (SPEC 10, G10). */
export function addConfigShow(parent: Command, output: (json: boolean) => Output): void {
  const command = parent
    .command('show')
    .summary('print the effective values and where each comes from')
    .description(
      'Prints every effective value with its origin: default, the key in the file, or the environment variable. ' +
        'Credentials are shown as [redacted]. Ends with 2 when the configuration cannot be used.',
    );
  withConfigOptions(command, ['show', 'show --config hermes.yaml', 'show --json']).action(
    (options: ConfigOptions) => show(options, output(options.json === true)),
  );
}

interface Shown {
  readonly config: Config;
  readonly origins: Origins;
}

function show(options: ConfigOptions, output: Output): void {
  const loaded = usable(loadedConfig(options.config ?? null));
  if (loaded?.kind !== 'ok') {
    output.note('No file is named: `up` starts the bundled simulator with these values, on a free port.');
  }
  for (const { path, message } of loaded?.warnings ?? []) output.note(`${path}: ${message}`);
  const { config, origins } = loaded ?? untouched();
  const values = redactedView(config);
  if (output.json) output.value({ values, origins });
  else output.line(valuesTable(values, origins, output.style, output.width));
}

function untouched(): Shown {
  const { baseUrl, apiKey } = UNSTARTED_SIMULATOR;
  return { config: simulatorConfig(baseUrl, apiKey), origins: {} };
}
