import { configKeys } from '../schema/config-keys.js';
import { suggestKey } from '../schema/suggest-key.js';
import { ENVIRONMENT_PREFIX, environmentName } from './environment-name.js';

/** Why a variable with the prefix sets nothing, and what is probably meant; the name is not repeated. */
export function unknownVariable(name: string): string {
  const asked = name.toUpperCase();
  const inFile = configKeys().find(({ path, environment }) => {
    const of = environmentName(path.split('[')[0] ?? path);
    return environment === null && (asked === of || asked.startsWith(`${of}__`));
  });
  if (inFile !== undefined) {
    const what = inFile.path.split('[')[0] ?? inFile.path;
    return `names ${what}, a list; lists can only be set in the configuration file`;
  }
  const names = configKeys().flatMap(({ environment }) => environment ?? []);
  if (names.some((it) => it.startsWith(`${asked}__`))) {
    return `names a part of the configuration, not a key; a key below it is written ${asked}__<KEY>`;
  }
  const meant = suggested(asked.slice(ENVIRONMENT_PREFIX.length), names);
  return meant === undefined
    ? 'is not the name of a key; unset it (docs/configuration.md has every name)'
    : `is not the name of a key; did you mean ${meant}?`;
}

/** The nearest name, or the one that ends like what was written: a level may be missing. */
function suggested(asked: string, names: readonly string[]): string | undefined {
  const known = names.map((name) => name.slice(ENVIRONMENT_PREFIX.length));
  const last = (name: string): string => name.split('__').at(-1) ?? name;
  const meant = suggestKey(asked, known) ?? known.find((name) => last(name) === last(asked));
  return meant === undefined ? undefined : `${ENVIRONMENT_PREFIX}${meant}`;
}
