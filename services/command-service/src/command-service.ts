import type { Connector, Surroundings } from '@aip-hermes/connector';
import type { CommandSource } from '@aip-hermes/message-bus';

/** A wired connector and the source of its commands. */
export interface CommandServiceParts {
  readonly connector: Connector;
  readonly source: CommandSource;
  readonly surroundings: Surroundings;
  /** How long a stop goes on observing, milliseconds. */
  readonly drainTimeoutMs: number;
}

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
  const recovered = await connector.start();
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
