import { checkLogAndBus, LogAndBusMismatch } from '@aip-hermes/connector';
import { CliError } from '../cli-error.js';
import { printableLine } from '../render/printable.js';
import { findWatched } from '../watch/watched.js';
import type { DataDirectory } from '../wire/data-directory.js';
import type { ReadStore } from '../wire/open-store.js';
import { isServiceRunning } from '../wire/service-lock.js';
import type { CommonOptions } from './common-options.js';
import { suggested } from './suggested.js';

/** There is no trace of the id. */
export function notFound(id: string, { path }: DataDirectory): CliError {
  return new CliError(
    'not_found',
    `There is nothing about ${printableLine(id)} in ${path}. Check the id and --data.`,
  );
}

/** Why the log says nothing of the id: log and bus do not belong together, its command was not taken yet, or there is no trace of it. @throws BusUnavailable */
export async function notInLog(
  id: string,
  store: ReadStore,
  directory: DataDirectory,
  options: CommonOptions,
): Promise<CliError> {
  const watched = await findWatched(store, id);
  if (watched === null || watched.commands.size === 0) return notFound(id, directory);
  const mismatch = await mismatchOf(store);
  if (mismatch !== null)
    return new CliError(
      'not_found',
      `${printableLine(id)} is stored on the bus, but the log here does not hold it. ${mismatch}`,
    );
  const next = isServiceRunning(directory)
    ? `the service will take it; follow it with: ${suggested(['watch', id], options)}`
    : `start the service with: ${suggested(['up'], options)}`;
  return new CliError('not_found', `${printableLine(id)} is stored, but not taken yet; ${next}`);
}

async function mismatchOf({ log, bus }: ReadStore): Promise<string | null> {
  if (log === null || bus === null) return null;
  try {
    await checkLogAndBus(log, bus.projectionSink('0'));
    return null;
  } catch (error) {
    if (error instanceof LogAndBusMismatch) return error.message;
    throw error;
  }
}
