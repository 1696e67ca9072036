import type { Config } from '@aip-hermes/config';
import { LogUnavailable, type EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { BusUnavailable, type MessageBus } from '@aip-hermes/message-bus';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.js';

/** The embedded log and bus, open. */
export interface Store {
  readonly log: EventLog;
  readonly bus: MessageBus;
  close(): Promise<void>;
}

/** Opens both to write, creating what is not there. @throws LogUnavailable, BusUnavailable and their kin */
export async function openStore(
  directory: DataDirectory,
  { log: { max_append_bytes }, bus: { partitions } }: Pick<Config, 'log' | 'bus'>,
  onSetback: (error: unknown) => void,
): Promise<Store> {
  const log = openSqliteEventLog({ file: directory.log, maxAppendBytes: max_append_bytes });
  try {
    const bus = openSqliteBus({ file: directory.bus, partitions, onSetback });
    return {
      log,
      bus,
      close: async () => {
        await bus.close();
        await log.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The log and the bus as another process reads them; null where nothing was written yet. */
export interface ReadStore {
  readonly log: EventLog | null;
  readonly bus: MessageBus | null;
  close(): Promise<void>;
}

/** Tries while the service creates its files, and the pause between two, milliseconds. */
const OPEN_TRIES = 10;
const OPEN_PAUSE_MS = 50;

/** Opens what is there to read, whether a service runs or not; creates nothing. @throws LogUnavailable, BusUnavailable */
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
  const log = existsSync(directory.log) ? openSqliteEventLog({ file: directory.log, readOnly: true }) : null;
  try {
    const bus = existsSync(directory.bus)
      ? openSqliteBus({ file: directory.bus, readOnly: true, pollMs: READ_POLL_MS })
      : null;
    return {
      log,
      bus,
      close: async () => {
        await bus?.close();
        await log?.close();
      },
    };
  } catch (error) {
    await log?.close();
    throw error;
  }
}

/** How often a watch looks for what the service published, milliseconds: live to the eye, cheap to the disk. */
const READ_POLL_MS = 50;
