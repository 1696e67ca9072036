import { CONNECTOR_AGENT_ID, policyDigest } from '@aip-hermes/binding';
import { startCommandService } from '@aip-hermes/command-service';
import {
  Connector,
  joinLogAndBus,
  Projector,
  Slots,
  type Clock,
  type Endpoint,
  type Logger,
  type Surroundings,
} from '@aip-hermes/connector';
import { createHermesClient, type HermesTransport } from '@aip-hermes/hermes-client';
import { startProjectorService } from '@aip-hermes/projector';
import type { Reached } from '../../points/reached.js';
import { watchSink, watchSource } from '../../points/watch-bus.js';
import { watchLog } from '../../points/watch-log.js';
import { ProcessEdge } from './process-edge.js';
import type { ScenarioBus } from './scenario-bus.js';
import type { ScenarioLog } from './scenario-log.js';
import type { Settings } from './settings.js';
import type { Scheduler } from './scheduler.js';

/** What a process does. */
export type Service = 'command-service' | 'projector' | 'both';

/** What every process of a scenario is made of. */
export interface InstanceParts {
  readonly scheduler: Scheduler;
  readonly log: ScenarioLog;
  readonly bus: ScenarioBus;
  readonly reached: Reached;
  /** A connection to the provider for one process. */
  readonly transport: (edge: ProcessEdge) => HermesTransport;
  readonly logger: (instance: string) => Logger;
  readonly uuid: () => string;
  readonly settings: Settings;
  /** Where the provider is. */
  readonly baseUrl: string;
  /** It has ended by itself. */
  readonly ended: (instance: Instance) => void;
}

/** How a process ended by itself. */
export interface Exit {
  readonly code: number;
  readonly error: unknown;
}

/** The endpoint of every scenario. */
const ENDPOINT_ID = 'hermes-a';

/** One start of a process: the product's services, as `services` wires them, at the edge of the scenario's world. */
export class Instance {
  readonly name: string;
  readonly service: Service;
  readonly edge: ProcessEdge;
  /** Set when it has ended by itself. */
  exit: Exit | null = null;
  /** It was told to end. */
  signalled = false;
  /** Milliseconds that its wall clock is ahead. */
  skewMs = 0;
  readonly #parts: InstanceParts;
  readonly #endpoint: Endpoint;
  readonly #surroundings: Surroundings;
  readonly #ending = new AbortController();
  #stop: (() => Promise<void>) | null = null;

  constructor(name: string, service: Service, parts: InstanceParts) {
    const { scheduler, baseUrl, settings } = parts;
    const { policy, apiKey, headersTimeoutMs } = settings;
    this.name = name;
    this.service = service;
    this.#parts = parts;
    this.edge = new ProcessEdge(name, scheduler);
    const { timers } = this.edge;
    const clock: Clock = {
      now: () => scheduler.now() + this.skewMs,
      monotonic: () => scheduler.monotonic(),
    };
    this.#surroundings = { clock, timers, ids: { uuid: parts.uuid }, log: parts.logger(name) };
    const client = createHermesClient({
      endpointId: ENDPOINT_ID,
      baseUrl,
      apiKey,
      transport: parts.transport(this.edge),
      timers,
      ...(headersTimeoutMs === undefined ? {} : { headersTimeoutMs }),
    });
    const slots = new Slots(policy.max_concurrent_runs);
    const digest = policyDigest(policy);
    this.#endpoint = { id: ENDPOINT_ID, tenant: null, policy, policyDigest: digest, client, slots };
  }

  /** Begins; its first work is ready behind what is ready now. */
  start(): void {
    this.edge.answer(() => void this.#run());
  }

  /** Ends it as SIGTERM does. */
  terminate(): void {
    this.signalled = true;
    this.#ending.abort();
    this.edge.answer(() => void this.#stopNow());
  }

  /** The product's health check of its endpoint. */
  checkHealth(): Promise<unknown> {
    return this.#endpoint.client.checkHealth(new AbortController().signal);
  }

  async #run(): Promise<void> {
    try {
      const { ended, stop } = await this.#services();
      this.#stop = stop;
      if (this.signalled) {
        await this.#stopNow();
        return;
      }
      await ended;
      if (!this.#isStopping())
        this.#ended({ code: 1, error: new Error('a service ended without being told to') });
    } catch (error) {
      this.#ended({ code: 1, error });
    }
  }

  async #stopNow(): Promise<void> {
    if (this.#stop === null || this.exit !== null) return;
    try {
      await this.#stop();
      this.#ended({ code: 0, error: null });
    } catch (error) {
      this.#ended({ code: 1, error });
    }
  }

  #isStopping(): boolean {
    return this.signalled;
  }

  #ended(exit: Exit): void {
    if (this.edge.state === 'dead') return;
    this.exit = exit;
    this.edge.kill();
    this.#parts.ended(this);
  }

  async #services(): Promise<{ readonly ended: Promise<unknown>; readonly stop: () => Promise<void> }> {
    const { log: scenarioLog, bus, reached, settings } = this.#parts;
    const { name, edge, service } = this;
    const log = watchLog(scenarioLog.portFor(edge), reached, name);
    const surroundings = this.#surroundings;
    const sink = watchSink(bus.sinkFor(edge), reached, name, { tellsProduce: true });
    // As the embedded deployment does it: a lost log must not be recovered from.
    if (service === 'both') await joinLogAndBus(log, sink);
    const commands =
      service === 'projector'
        ? null
        : await startCommandService({
            connector: this.#connector(log),
            source: watchSource(bus.sourceFor(edge), reached, name),
            surroundings,
            drainTimeoutMs: this.#endpoint.policy.drain_timeout_ms,
            ...(service === 'both' ? {} : { waitForLog: this.#ending.signal }),
          });
    const { maxMessageBytes } = settings;
    const projector = new Projector({ log, sink, surroundings, maxMessageBytes });
    const projection = service === 'command-service' ? null : startProjectorService(projector, surroundings);
    return {
      ended: Promise.all([commands?.ended, projection?.ended]),
      stop: async () => {
        await commands?.stop();
        await projection?.stop();
        await this.#endpoint.client.close();
      },
    };
  }

  #connector(log: ReturnType<typeof watchLog>): Connector {
    const { bus, settings } = this.#parts;
    return new Connector({
      log,
      deadLetters: bus.deadLettersFor(this.edge),
      errorReplies: bus.errorRepliesFor(this.edge),
      endpoints: new Map([[ENDPOINT_ID, this.#endpoint]]),
      ingress: {
        allowAnonymous: true,
        localCaller: {
          principal: { id: 'agent:planner', kind: 'agent' },
          tenant: { id: 'tenant-local', system: null },
        },
        maxCommandBytes: 4 * 1_048_576,
        maxOpenBindings: 50_000,
      },
      surroundings: this.#surroundings,
      agent: CONNECTOR_AGENT_ID,
      secrets: [settings.apiKey],
    });
  }
}
