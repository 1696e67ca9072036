import { shellWord } from '../render/shell-word.js';
import { DEFAULT_DATA, type CommonOptions } from './common-options.js';

/** Commands that read the configuration, and those that take no data directory. */
const CONFIGURED: ReadonlySet<string> = new Set(['up', 'doctor', 'config']);
const WITHOUT_DATA: ReadonlySet<string> = new Set(['config']);

/**
 * A command line for a person to copy: on the same data directory as this one, with `--config` where it is read and was
 * given. Arguments are quoted for a POSIX shell where they need it.
 */
export function suggested(
  words: readonly string[],
  { data, config }: Pick<CommonOptions, 'data' | 'config'>,
): string {
  const [command = ''] = words;
  const onData = data === DEFAULT_DATA || WITHOUT_DATA.has(command) ? [] : ['--data', data];
  const withConfig = config === undefined || !CONFIGURED.has(command) ? [] : ['--config', config];
  return ['aip-hermes', ...words, ...onData, ...withConfig].map(shellWord).join(' ');
}
