import type { EventLog, Position } from '@aip-hermes/event-log';
import type { ProjectionSink } from '@aip-hermes/message-bus';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.js';

/**
 * The bus was published from another log, or from a newer state of this one. Whoever goes on would start what the lost
 * part of the log has started before (G1) and publish over what is published (G7); a person must look.
 */
export class LogAndBusMismatch extends Error {
  override readonly name = 'LogAndBusMismatch';
  readonly code = 'connector.log_and_bus_mismatch';

  constructor(why: string) {
    super(
      `The log and the bus do not belong together: ${why}. No service starts on them. Put the log back that ` +
        'belongs to the bus. If it is lost, restore both from the same backup to read them, and begin with a ' +
        'fresh data directory to go on working.',
    );
  }
}

/** Where the publication of a log into a bus stands. */
export interface Published {
  /** What the bus holds, to publish on from it; `null` in a new bus. */
  readonly text: string | null;
  readonly position: Position | null;
}

/**
 * Reads where the publication stands and makes sure that it is this log's. Changes nothing. A bus that names no log yet
 * belongs to any log that reaches its position.
 * @throws LogAndBusMismatch, LogUnavailable, BusUnavailable
 */
export async function checkLogAndBus(
  log: Pick<EventLog, 'head' | 'identity'>,
  sink: Pick<ProjectionSink, 'position'>,
): Promise<Published> {
  const text = await sink.position();
  if (text === null) return { text, position: null };
  const { log: named, position } = parseCheckpoint(text);
  // Not asked when it does not matter: a log from before logs had an identity can be read, too.
  if (named !== null) {
    const identity = await log.identity();
    if (named !== identity)
      throw new LogAndBusMismatch(`the bus was published from the log ${named}, this is the log ${identity}`);
  }
  if (position !== null) {
    const head = await log.head();
    if (head === null || position > head) {
      throw new LogAndBusMismatch(
        `the log is published up to ${position}, but ends at ${head ?? 'nothing'}, so it is an older copy or another log`,
      );
    }
  }
  return { text, position };
}

/**
 * `checkLogAndBus`, and names the log on a bus that names none yet, so that a log lost before anything was published is
 * missed as well. Call before anything is recovered, taken or appended.
 * @throws LogAndBusMismatch, LogUnavailable, BusUnavailable; CheckpointMoved when another process publishes.
 */
export async function joinLogAndBus(log: EventLog, sink: ProjectionSink): Promise<void> {
  const { text, position } = await checkLogAndBus(log, sink);
  const named = formatCheckpoint({ log: await log.identity(), position });
  if (named !== text) await sink.publish([], named, text);
}
