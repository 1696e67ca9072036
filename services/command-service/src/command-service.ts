import { BackOff, wait, type Connector, type Surroundings } from '@aip-hermes/connector';
import { LogUnavailable } from '@aip-hermes/event-log';
import type { CommandSource } from '@aip-hermes/message-bus';

/** A wired connector and the source of its commands. */
export interface CommandServiceParts {
  readonly connector: Connector;
  readonly source: CommandSource;
  readonly surroundings: Surroundings;
  /** How long a stop goes on observing, milliseconds. */
  readonly drainTimeoutMs: number;
  /**
   * For a log that is a server: while it is away the start waits, until this aborts. Absent: a log that cannot be used at
   * the start ends it, as is right for files beside the process.
   */
  readonly waitForLog?: AbortSignal;
}

/** Waits between two tries to start while the log is away, milliseconds. */
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/** A running command service. */
export interface CommandService {
  /** Bindings an earlier process left open. */
  readonly recovered: number;
  /** Resolves after a stop; rejects when the bus is lost for good. */
  readonly ended: Promise<void>;
  /**
   * DESIGN 5, Stop: no new commands, observation goes on for the drain time, then everything lets go. A second call
   * forces: it ends the drain at once.
   */
  stop(): Promise<void>;
}

/** Starts the command side: recovery first, then commands from the bus. @throws LogUnavailable */
export async function startCommandService(parts: CommandServiceParts): Promise<CommandService> {
  const { connector, source, surroundings, drainTimeoutMs } = parts;
  const recovered = await recover(parts);
  if (recovered > 0)
    surroundings.log.info({ recovered }, 'going on with the bindings an earlier process left open');
  const stopConsuming = new AbortController();
  const force = new AbortController();
  const consuming = source.run((batch) => connector.handle(batch), stopConsuming.signal);
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    stopConsuming.abort();
    await consuming.catch((error: unknown) =>
      surroundings.log.error({ err: error }, 'the command source ended with a failure'),
    );
    await connector.drain(drainTimeoutMs, force.signal);
  };
  return {
    recovered,
    ended: consuming,
    stop: () => {
      if (stopping !== null) force.abort();
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Recovery, when the log can be read. @throws LogUnavailable unless it is waited for */
async function recover({ connector, surroundings, waitForLog }: CommandServiceParts): Promise<number> {
  const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  for (let tries = 1; ; tries += 1) {
    try {
      return await connector.start();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || waitForLog === undefined || waitForLog.aborted) throw error;
      const fields = { reason: error.message, tries };
      const text = 'the event log cannot be read yet; nothing is taken before it can';
      if (tries === 1) surroundings.log.warn(fields, text);
      else surroundings.log.debug(fields, text);
      await wait(surroundings.timers, backOff.next(), waitForLog);
    }
  }
}
