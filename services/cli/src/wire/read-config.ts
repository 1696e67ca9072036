import { loadConfig, type Config, type ConfigProblem, type LoadResult } from '@aip-hermes/config';
import { statSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import { keylessEnvironment, NO_KEY } from './keyless-environment.js';
import { readRegularFile } from './read-regular-file.js';

/** A configuration that can be used, and what a person should know about it. */
export interface ReadConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigProblem[];
}

/** What file and environment say, keys included, good or bad. */
export function loadedConfig(file: string | null): LoadResult {
  return loadConfig({ file, readFile: readRegularFile, stat: (path) => statSync(path), env: process.env });
}

/**
 * The configuration of the service, keys included; null without a file: then the simulator stands in, with what the
 * environment says. @throws CliError usage, every problem at once
 */
export function readConfig(file: string | null): ReadConfig | null {
  const loaded = usable(loadedConfig(file));
  return loaded?.kind === 'ok' ? loaded : null;
}

/** What file and environment say, good or bad; keys are neither looked for nor read. */
export function loadedConfigWithoutKeys(file: string | null): LoadResult {
  const env = keylessEnvironment(process.env);
  const readFile = (path: string, maxBytes: number): string =>
    path === file ? readRegularFile(path, maxBytes) : NO_KEY;
  return loadConfig({ file, readFile, env });
}

/**
 * The same for a command that needs no credential. Without a file but with `AIP_HERMES__` variables it is that of the
 * simulator that would stand in. @throws CliError usage, every problem at once
 */
export function readConfigWithoutKeys(file: string | null): Config | null {
  return usable(loadedConfigWithoutKeys(file))?.config ?? null;
}

/** What is configured, null when nothing is. @throws CliError usage, every problem at once */
export function usable(loaded: LoadResult): Exclude<LoadResult, { kind: 'none' | 'bad' }> | null {
  switch (loaded.kind) {
    case 'ok':
    case 'simulator':
      return loaded;
    case 'none':
      return null;
    case 'bad': {
      const problems = loaded.problems.map(({ path, message }) => `${path}: ${message}`);
      throw new CliError('usage', 'The configuration cannot be used; correct it and try again.', problems);
    }
  }
}
