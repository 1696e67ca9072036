import { loadConfig, type Config, type ConfigProblem, type ConfigSource } from '@aip-hermes/config';
import { statSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import { readRegularFile } from './read-regular-file.js';

/** A configuration that can be used, and what a person should know about it. */
export interface ReadConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigProblem[];
}

/** The configuration of the service, keys included; null when none is named. @throws CliError usage, every problem at once */
export function readConfig(file: string | null): ReadConfig | null {
  return read({ file, readFile: readRegularFile, stat: (path) => statSync(path), env: process.env });
}

/** Stands for keys in commands that send nothing to Hermes: the person at this terminal need not have them. */
const NO_KEY = 'this-command-needs-no-key';

const EVERY_NAME_SET: ProxyHandler<Record<string, string>> = {
  get: () => NO_KEY,
  has: () => true,
  getOwnPropertyDescriptor: () => ({ value: NO_KEY, configurable: true, enumerable: true, writable: true }),
};

/** The same for a command that needs no credential: keys are neither looked for nor read. */
export function readConfigWithoutKeys(file: string | null): Config | null {
  const env = new Proxy<Record<string, string>>({}, EVERY_NAME_SET);
  const readFile = (path: string, maxBytes: number): string =>
    path === file ? readRegularFile(path, maxBytes) : NO_KEY;
  return read({ file, readFile, env })?.config ?? null;
}

function read(source: ConfigSource): ReadConfig | null {
  const loaded = loadConfig(source);
  switch (loaded.kind) {
    case 'ok':
      return { config: loaded.config, warnings: loaded.warnings };
    case 'none':
      return null;
    case 'bad': {
      const problems = loaded.problems.map(({ path, message }) => `${path}: ${message}`);
      throw new CliError('usage', 'The configuration cannot be used; correct it and try again.', problems);
    }
  }
}
