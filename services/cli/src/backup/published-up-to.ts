import { checkLogAndBus } from '@aip-hermes/connector';
import type { EventLog } from '@aip-hermes/event-log';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';

/**
 * The checkpoint in a bus file, made sure to be one that a service goes on from with this log.
 * @param log Null where there is none.
 * @throws LogAndBusMismatch, LogUnavailable, BusUnavailable and their kin
 */
export async function publishedUpTo(busFile: string, log: EventLog | null): Promise<string | null> {
  const bus = openSqliteBus({ file: busFile, readOnly: true });
  try {
    const sink = bus.projectionSink('0');
    return log === null ? await sink.position() : (await checkLogAndBus(log, sink)).text;
  } finally {
    await bus.close();
  }
}
