import { effectiveInputLimit } from '@aip-hermes/binding';
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
        'Beside a value that another one limits stands what is in effect (`effective` with --json). ' +
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
  const inputs = limitedInputs(config);
  if (output.json) {
    output.value({ values, origins, effective: Object.fromEntries(inputs) });
    return;
  }
  const remarks = new Map([...inputs].map(([path, bytes]) => [path, inEffect(bytes)]));
  output.line(
    valuesTable({ values, origins, remarks }, output.style, output.isTerminal ? output.width : null),
  );
}

/** What is left of `max_input_bytes` where the log does not take as much (SPEC I8), by path, bytes. */
function limitedInputs({ endpoints, log }: Config): ReadonlyMap<string, number> {
  return new Map(
    endpoints.flatMap(({ policy }, at) => {
      const limit = effectiveInputLimit(policy, log.max_append_bytes);
      return limit < policy.max_input_bytes ? [[`endpoints[${at}].policy.max_input_bytes`, limit]] : [];
    }),
  );
}

function inEffect(bytes: number): string {
  return `${bytes} in effect: log.max_append_bytes leaves no more`;
}

function untouched(): Shown {
  const { baseUrl, apiKey } = UNSTARTED_SIMULATOR;
  return { config: simulatorConfig(baseUrl, apiKey), origins: {} };
}
