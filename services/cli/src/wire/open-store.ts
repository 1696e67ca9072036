import type { Config } from '@aip-hermes/config';
import type { Logger } from '@aip-hermes/connector';
import { LogUnavailable, type EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { BusUnavailable, type MessageBus } from '@aip-hermes/message-bus';
import { openSqliteBus, type SqliteBus } from '@aip-hermes/message-bus/sqlite';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from './data-directory.js';
import { lookIntoDirectory } from './look-into-directory.js';
import { busOutage, logOutage, Outage, type OutageOf } from './outage.js';
import { startPublishedRetention } from './published-retention.js';
import { realSurroundings } from './surroundings.js';

/** The embedded log and bus, open. */
export interface Store {
  readonly log: EventLog;
  readonly bus: MessageBus;
  close(): Promise<void>;
}

/**
 * Opens both to write, creating what is not there. Tells `told` when one of them cannot be used for a while; removes
 * published messages beyond their retention until it is closed.
 * @throws LogUnavailable, BusUnavailable and their kin
 */
export async function openStore(
  directory: DataDirectory,
  { log: { max_append_bytes }, bus: { partitions, published_retention_ms } }: Pick<Config, 'log' | 'bus'>,
  told: Logger,
): Promise<Store> {
  await refuseLostLog(directory);
  const log = openSqliteEventLog({
    file: directory.log,
    maxAppendBytes: max_append_bytes,
    ...tellingOf(logOutage(directory.log), told),
  });
  try {
    const bus = openSqliteBus({
      file: directory.bus,
      partitions,
      onSetback: (error) => tellSetback(error, told),
      ...tellingOf(busOutage(directory.bus), told),
    });
    const retention = startPublishedRetention(bus, published_retention_ms, realSurroundings(told));
    return {
      log,
      bus,
      close: async () => {
        await retention.stop();
        await bus.close();
        await log.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

function tellingOf(
  of: OutageOf,
  told: Logger,
): { readonly onWritten: () => void; readonly onFailure: (error: Error) => void } {
  const outage = new Outage(of, told, () => performance.now());
  return { onWritten: () => outage.worked(), onFailure: (error) => outage.failed(error) };
}

/** Commands that wait for the log or the bus are part of an outage that is told already. */
function tellSetback(error: unknown, told: Logger): void {
  const known = error instanceof LogUnavailable || error instanceof BusUnavailable;
  told[known ? 'debug' : 'warn']({ err: error }, 'commands could not be taken from the bus; trying again');
}

/** The log and the bus as another process reads them; null where nothing was written yet. */
export interface ReadStore {
  readonly log: EventLog | null;
  readonly bus: SqliteBus | null;
  close(): Promise<void>;
}

/** Tries while the service creates its files, and the pause between two, milliseconds. */
const OPEN_TRIES = 10;
const OPEN_PAUSE_MS = 50;

/**
 * Opens what is there to read, whether a service runs or not; creates nothing.
 * @throws CliError not_found: nothing is there; unreachable: not readable, or a bus whose log is gone; usage: no directory
 * @throws LogUnavailable, BusUnavailable
 */
export async function openReadStore(directory: DataDirectory): Promise<ReadStore> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(directory);
    } catch (error) {
      const mayPass = error instanceof LogUnavailable || error instanceof BusUnavailable;
      if (!mayPass || tries >= OPEN_TRIES) throw error;
    }
    await setTimeout(OPEN_PAUSE_MS);
  }
}

async function openOnce(directory: DataDirectory): Promise<ReadStore> {
  const found = lookIntoDirectory(directory);
  if (found === null || !(found.log || found.bus)) throw nothingHere(directory, found === null);
  const log = found.log ? openSqliteEventLog({ file: directory.log, readOnly: true }) : null;
  let bus: SqliteBus | null = null;
  const close = async (): Promise<void> => {
    await bus?.close();
    await log?.close();
  };
  try {
    if (found.bus) bus = openSqliteBus({ file: directory.bus, readOnly: true, pollMs: READ_POLL_MS });
    if (log === null && bus !== null && (await wasPublishedTo(bus))) throw logIsGone(directory);
    return { log, bus, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A log that is gone is not begun anew: an empty one in its place would hide the loss. */
async function refuseLostLog(directory: DataDirectory): Promise<void> {
  if (existsSync(directory.log) || !existsSync(directory.bus)) return;
  const bus = openSqliteBus({ file: directory.bus, readOnly: true });
  try {
    if (await wasPublishedTo(bus)) throw logIsGone(directory);
  } finally {
    await bus.close();
  }
}

/** Commands may wait on a bus before there is any log; a service that ever ran on it left a position. */
async function wasPublishedTo(bus: SqliteBus): Promise<boolean> {
  return (await bus.projectionSink('0').position()) !== null;
}

function nothingHere({ path }: DataDirectory, isMissing: boolean): CliError {
  const what = isMissing ? `There is no data directory ${path}` : `${path} holds no data`;
  return new CliError('not_found', `${what}. Check --data; \`aip-hermes up\` and \`submit\` begin one.`);
}

function logIsGone({ bus, log }: DataDirectory): CliError {
  return new CliError(
    'unreachable',
    `${bus} was published from a log, but ${log} is missing: log and bus belong together. Put the log back, or restore both from the same backup.`,
  );
}

/** How often a watch looks for what the service published, milliseconds: live to the eye, cheap to the disk. */
const READ_POLL_MS = 50;
