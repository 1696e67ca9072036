import { existsSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import { printableLine } from '../render/printable.js';
import type { DataDirectory } from '../wire/data-directory.js';

/** There is no trace of the id. */
export function notFound(id: string, directory: DataDirectory): CliError {
  const where =
    existsSync(directory.bus) || existsSync(directory.log)
      ? `in ${directory.path}`
      : `: ${directory.path} holds no data yet`;
  return new CliError(
    'not_found',
    `There is nothing about ${printableLine(id)} ${where}. Check the id and --data.`.replace(' :', ':'),
  );
}
