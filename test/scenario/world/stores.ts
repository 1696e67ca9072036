import type { EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import type { MessageBus } from '@aip-hermes/message-bus';
import { createMemoryBus } from '@aip-hermes/message-bus/memory';
import type { Given } from '../file/scenario.js';
import { EmbeddedStore } from './embedded-store.js';

/** The storage behind the log takes what a newer or older release may have written. */
const STORE_MAX_BYTES = 64 * 1_048_576;

/** The adapters behind the edges of a scenario. */
export interface Stores {
  readonly log: EventLog;
  /** Its output topics are used, with one partition each. */
  readonly outputs: MessageBus;
  /** The SQLite files, when there are any. */
  readonly embedded: EmbeddedStore | null;
}

/** Opens the log and the bus that the set-up asks for. */
export function openStores(given: Given, now: () => number): Stores {
  const embedded = hasFiles(given) ? new EmbeddedStore({ now, maxAppendBytes: STORE_MAX_BYTES }) : null;
  const options = { now, identity: 'log-of-the-scenario', maxAppendBytes: STORE_MAX_BYTES };
  return {
    log: (given.store?.kind === 'embedded' ? embedded?.log : null) ?? createMemoryEventLog(options),
    outputs:
      (given.broker?.kind === 'embedded' ? embedded?.bus : null) ?? createMemoryBus({ partitions: 1, now }),
    embedded,
  };
}

/** A part of the world is in SQLite files. */
export function hasFiles({ store, broker }: Given): boolean {
  return store?.kind === 'embedded' || broker?.kind === 'embedded';
}
