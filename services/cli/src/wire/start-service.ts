import { CONNECTOR_AGENT_ID } from '@aip-hermes/binding';
import { startCommandService, type CommandService } from '@aip-hermes/command-service';
import { secretsOf, type Config } from '@aip-hermes/config';
import {
  Connector,
  joinLogAndBus,
  Projector,
  type Endpoints,
  type Ingress,
  type Surroundings,
} from '@aip-hermes/connector';
import { startProjectorService, type ProjectorService } from '@aip-hermes/projector';
import { buildEndpoints } from './endpoints.js';
import { checkEndpoints } from './check-endpoints.js';
import type { Store } from './open-store.js';
import { ticking } from './ticking.js';
import { waitUntilPublished } from './wait-published.js';

/** Key, headers and value of one published message: a Kafka record's default bound, kept here too (DESIGN 3). */
const MAX_MESSAGE_BYTES = 1_048_576;

/** Longest wait for the projector at a stop, milliseconds. */
const PUBLISH_LIMIT_MS = 2_000;

/** The group whose offsets say which commands are decided. */
export const COMMAND_GROUP = 'command-service';

/** What a service is wired from. The lock of the data directory is held. */
export interface ServiceParts {
  readonly config: Config;
  readonly store: Store;
  readonly surroundings: Surroundings;
  /** Told now and then, while bindings are recovered, how many are taken up; 0 while they are looked for. */
  readonly onRecovery?: (takenUp: number) => void;
}

/** The command service and the projector, both running in this process (DESIGN 1, embedded). */
export interface Service {
  readonly instanceId: string;
  readonly recovered: number;
  /** Rejects when log or bus are lost for good, or a person must look; resolves after a stop. */
  readonly ended: Promise<void>;
  /** Resolves when no binding is driven and everything recorded is published. */
  settled(): Promise<void>;
  /** DESIGN 5, Stop: drains, publishes what was recorded, lets go. A second call ends the drain at once. */
  stop(): Promise<void>;
}

/**
 * Starts both services: recovery first, then commands; messages as they are recorded.
 * @throws LogAndBusMismatch before anything is appended or sent; LogUnavailable, BusUnavailable
 */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, store, surroundings, onRecovery = () => undefined } = parts;
  const { log, bus } = store;
  const sink = bus.projectionSink('0');
  // First of all: recovery alone may start what a log that was lost has started before (G1).
  await joinLogAndBus(log, sink);
  const endpoints = buildEndpoints(config, surroundings);
  const connector = new Connector({
    log,
    deadLetters: bus.deadLetters,
    errorReplies: bus.errorReplies,
    endpoints,
    ingress: ingressOf(config),
    surroundings,
    agent: CONNECTOR_AGENT_ID,
    secrets: secretsOf(config),
  });
  const projector = new Projector({ log, sink, surroundings, maxMessageBytes: MAX_MESSAGE_BYTES });
  const source = bus.commandSource(COMMAND_GROUP);
  const drainTimeoutMs = Math.max(0, ...config.endpoints.map(({ policy }) => policy.drain_timeout_ms));
  const starting = startCommandService({ connector, source, surroundings, drainTimeoutMs });
  const commands = await ticking(starting, () => onRecovery(connector.open));
  const projection = startProjectorService(projector, surroundings);
  const health = new AbortController();
  const checked = checkEndpoints(endpoints, surroundings.log, health.signal);
  const published = (limitMs: number): Promise<void> =>
    waitUntilPublished(log, projector, surroundings.timers, limitMs);
  const stop = async (): Promise<void> => {
    health.abort();
    await stopBoth(commands, projection, () => published(PUBLISH_LIMIT_MS));
    await checked;
    await closeClients(endpoints);
  };
  let stopping: Promise<void> | null = null;
  return {
    instanceId: connector.instanceId,
    recovered: commands.recovered,
    ended: Promise.all([commands.ended, projection.ended]).then(() => undefined),
    settled: async () => {
      await connector.settled();
      await published(Number.POSITIVE_INFINITY);
    },
    stop: () => {
      if (stopping !== null) void commands.stop();
      stopping ??= stop();
      return stopping;
    },
  };
}

/** The projector goes on until everything the drain recorded is published. */
async function stopBoth(
  commands: CommandService,
  projection: ProjectorService,
  published: () => Promise<void>,
): Promise<void> {
  await commands.stop();
  // A projector that has ended already publishes nothing more; then there is nothing to wait for.
  await Promise.race([published(), projection.ended]).catch(() => undefined);
  await projection.stop();
}

async function closeClients(endpoints: Endpoints): Promise<void> {
  await Promise.all([...endpoints.values()].map(({ client }) => client.close()));
}

function ingressOf({ ingress, limits }: Config): Ingress {
  return {
    allowAnonymous: ingress.allow_anonymous,
    localCaller: { principal: ingress.local_principal, tenant: ingress.local_tenant },
    maxCommandBytes: ingress.max_command_bytes,
    maxOpenBindings: limits.max_open_bindings,
  };
}
