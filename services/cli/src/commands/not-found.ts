import { checkLogAndBus, LogAndBusMismatch } from '@aip-hermes/connector';
import { undecidedCommands } from '@aip-hermes/message-bus/sqlite';
import { CliError } from '../cli-error.js';
import { printableLine } from '../render/printable.js';
import { findWatched, isInLog, sourceOfResume, type Watched } from '../watch/watched.js';
import type { DataDirectory } from '../wire/data-directory.js';
import type { ReadStore } from '../wire/open-store.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { COMMAND_GROUP } from '../wire/start-service.js';
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
  if (wasDecided(watched, directory) && !(await isNowInLog(store, id)))
    return new CliError(
      'not_found',
      `${printableLine(id)} was decided, but the log holds nothing of it: the log lost history, or it was a refusal past its retention. Do not send it again; look with: ${suggested(['audit', '--all'], options)}`,
    );
  const next = isServiceRunning(directory)
    ? `the service will take it; follow it with: ${suggested(['watch', id], options)}`
    : `start the service with: ${suggested(['up'], options)}`;
  return new CliError('not_found', `${printableLine(id)} is stored, but not taken yet; ${next}`);
}

/** More commands than this may wait unseen; then nothing is said to be decided. */
const MAX_WAITING = 10_000;

/** Whether no command that waits on the bus can be the id's. @throws BusUnavailable */
function wasDecided({ key, sourceKey }: Watched, { bus }: DataDirectory): boolean {
  const { count, keys } = undecidedCommands(bus, COMMAND_GROUP, MAX_WAITING);
  return keys.length === count && !keys.some((it) => it === key || it === sourceKey);
}

/** Looks again: a service at work may have taken the command since the log was read. @throws LogUnavailable */
async function isNowInLog({ log }: ReadStore, id: string): Promise<boolean> {
  return log !== null && ((await isInLog(log, id)) || (await sourceOfResume(log, id)) !== null);
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
