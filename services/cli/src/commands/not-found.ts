import { CliError } from '../cli-error.js';
import { printableLine } from '../render/printable.js';
import type { DataDirectory } from '../wire/data-directory.js';

/** There is no trace of the id. */
export function notFound(id: string, { path }: DataDirectory): CliError {
  return new CliError(
    'not_found',
    `There is nothing about ${printableLine(id)} in ${path}. Check the id and --data.`,
  );
}
