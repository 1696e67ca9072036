import { printableLine } from '../render/printable.js';
import { DEFAULT_DATA, type CommonOptions } from './common-options.js';

/** Longest argument a suggestion repeats; ids and paths are shorter. */
const MAX_ARGUMENT = 4_096;

/**
 * A command line for a person to copy: on the same data directory as this one, with `--config` where a service is
 * suggested. Arguments are quoted for a POSIX shell where they need it.
 */
export function suggested(
  words: readonly string[],
  { data, config }: Pick<CommonOptions, 'data' | 'config'>,
): string {
  const onData = data === DEFAULT_DATA ? [] : ['--data', data];
  const withConfig = config === undefined || words[0] !== 'up' ? [] : ['--config', config];
  return ['aip-hermes', ...words, ...onData, ...withConfig].map(quoted).join(' ');
}

function quoted(argument: string): string {
  const text = printableLine(argument, MAX_ARGUMENT);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
