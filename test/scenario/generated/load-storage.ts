import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@aip-hermes/event-log';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import type { MessageBus } from '@aip-hermes/message-bus';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import type { Load } from '../file/scenario.js';

/** A folder whose files are memory, where there is one. */
const MEMORY_FOLDER = '/dev/shm';

/** Log and bus of a load. */
export interface LoadStorage {
  readonly log: EventLog;
  readonly bus: MessageBus;
  /** Failures of the files that reached a caller. */
  readonly failures: readonly Error[];
  close(): Promise<void>;
}

/**
 * Log and bus in files, also where `memory` is asked for: what they hold must not count for the heap, which a load
 * measures. The files are in a folder that is memory where there is one: how long a sync takes is what `given` says.
 */
export function loadStorage(given: NonNullable<Load['given']>['store']): LoadStorage {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'aip-hermes-load-'));
  const failures: Error[] = [];
  const slow = slowSyncs(given);
  const onFailure = (error: Error): void => void failures.push(error);
  const log = openSqliteEventLog({ file: join(folder, 'log.db'), onCommit: slow, onFailure });
  const bus = openSqliteBus({ file: join(folder, 'bus.db'), partitions: 1, onFailure });
  return {
    log,
    bus,
    failures,
    close: async () => {
      await bus.close();
      await log.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Blocks as a sync of that length does: the process stands still meanwhile. */
function slowSyncs(given: NonNullable<Load['given']>['store']): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let syncs = 0;
  return () => {
    syncs += 1;
    const isSlow = given?.spikeEvery !== undefined && given.spikeEvery > 0 && syncs % given.spikeEvery === 0;
    const ms = isSlow ? (given.spikeMs ?? 0) : (given?.syncMs ?? 0);
    if (ms > 0) Atomics.wait(cell, 0, 0, ms);
  };
}
