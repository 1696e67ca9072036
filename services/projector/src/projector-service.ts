import { BackOff, wait, type Projector, type Surroundings } from '@aip-hermes/connector';
import { LogUnavailable } from '@aip-hermes/event-log';
import { BusUnavailable } from '@aip-hermes/message-bus';

/** Waits between two starts of a projector whose log or bus was away, milliseconds. */
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/** A running projector. */
export interface ProjectorService {
  /** Resolves after a stop; rejects when a person must look (log and bus do not belong together, another projector). */
  readonly ended: Promise<void>;
  /** Finishes the publication under way and stops. */
  stop(): Promise<void>;
}

/** Publishes until stopped; a log or bus that is away for a while is waited for (DESIGN 7). */
export function startProjectorService(projector: Projector, surroundings: Surroundings): ProjectorService {
  const stopped = new AbortController();
  const ended = keepRunning(projector, surroundings, stopped.signal);
  return {
    ended,
    stop: async () => {
      stopped.abort();
      await ended.catch(() => undefined);
    },
  };
}

async function keepRunning(
  projector: Projector,
  { timers, log }: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  while (!signal.aborted) {
    let delay: number;
    try {
      await projector.run(signal);
      return;
    } catch (error) {
      if (!(error instanceof LogUnavailable) && !(error instanceof BusUnavailable)) throw error;
      delay = backOff.next();
      log.debug({ reason: error.message, delay }, 'the projector lost the log or the bus; starting again');
    }
    await wait(timers, delay, signal);
  }
}
