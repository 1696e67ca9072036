import { manifest } from '@aip-hermes/binding';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { dataDirectory } from '../wire/data-directory.js';
import { lookIntoDirectory } from '../wire/look-into-directory.js';
import { readConfigWithoutKeys } from '../wire/read-config.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { knownEndpoints } from './known-endpoints.js';

/** Adds `manifest`: what the connector offers (SPEC C1 to C3). */
export function addManifest(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('manifest')
    .summary('print the AIP manifest')
    .description(
      'Prints the manifest as JSON, with one operator capability per endpoint: of --config, else of the service on ' +
        'the data directory, else of the simulator.',
    );
  withCommonOptions(command, ['manifest', 'manifest --config hermes.yaml']).action(
    (options: CommonOptions) => {
      const out = output(options.json === true);
      const directory = dataDirectory(options.data);
      // One that cannot be read is not the same as one without a service.
      lookIntoDirectory(directory);
      const endpoints = knownEndpoints(readConfigWithoutKeys(options.config ?? null), directory);
      const document = manifest(endpoints);
      if (out.json) out.value(document);
      else out.line(JSON.stringify(document, null, 2));
    },
  );
}
