import { randomUUID } from 'node:crypto';
import { CONNECTOR_AGENT_ID, DEFAULT_POLICY, policyDigest, type Policy } from '@aip-hermes/binding';
import { startCommandService } from '@aip-hermes/command-service';
import { Connector, Projector, Slots, type Surroundings } from '@aip-hermes/connector';
import type { EventLog } from '@aip-hermes/event-log';
import { createHermesClient, type HermesTransport } from '@aip-hermes/hermes-client';
import type { MessageBus } from '@aip-hermes/message-bus';
import { startProjectorService } from '@aip-hermes/projector';

const ENDPOINT_ID = 'hermes-a';
const API_KEY = 'scenario-key';
const MESSAGE_MAX_BYTES = 1_048_576;

/** What the process of a load runs on. */
export interface LoadProcessParts {
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly transport: HermesTransport;
  readonly concurrency: number;
  /** Told of every warning and error that the product logs. */
  readonly complained: (message: string, fields: object) => void;
}

/** Starts both services of the product in this process, on the machine's clock. What is returned ends them. */
export async function startLoadProcess(parts: LoadProcessParts): Promise<() => Promise<void>> {
  const { log, bus, transport, concurrency } = parts;
  const surroundings = surroundingsOf(parts);
  const policy: Policy = {
    ...DEFAULT_POLICY,
    require_action_approval: false,
    publish_chunks: 'always',
    max_concurrent_runs: concurrency,
  };
  const client = createHermesClient({
    endpointId: ENDPOINT_ID,
    baseUrl: 'http://127.0.0.1:8642',
    apiKey: API_KEY,
    transport,
    timers: surroundings.timers,
  });
  const endpoint = {
    id: ENDPOINT_ID,
    tenant: null,
    policy,
    policyDigest: policyDigest(policy),
    client,
    slots: new Slots(concurrency),
  };
  const connector = new Connector({
    log,
    deadLetters: bus.deadLetters,
    errorReplies: bus.errorReplies,
    endpoints: new Map([[ENDPOINT_ID, endpoint]]),
    ingress: {
      allowAnonymous: true,
      localCaller: {
        principal: { id: 'agent:planner', kind: 'agent' },
        tenant: { id: 'tenant-local', system: null },
      },
      maxCommandBytes: 4 * 1_048_576,
      maxOpenBindings: 50_000,
    },
    surroundings,
    agent: CONNECTOR_AGENT_ID,
    secrets: [API_KEY],
  });
  const source = bus.commandSource('load');
  const { drain_timeout_ms: drainTimeoutMs } = policy;
  const commands = await startCommandService({ connector, source, surroundings, drainTimeoutMs });
  const sink = bus.projectionSink('0');
  const projector = new Projector({ log, sink, surroundings, maxMessageBytes: MESSAGE_MAX_BYTES });
  const projection = startProjectorService(projector, surroundings);
  return async () => {
    await commands.stop();
    await projection.stop();
    await client.close();
  };
}

function surroundingsOf({ complained }: LoadProcessParts): Surroundings {
  const quiet = (): void => undefined;
  const complaint = (fields: object, message: string): void => complained(message, fields);
  return {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    timers: {
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    ids: { uuid: () => randomUUID() },
    log: { debug: quiet, info: quiet, warn: complaint, error: complaint },
  };
}
