import type { Json } from '@aip-hermes/aip';
import {
  bindingStream,
  DEFAULT_POLICY,
  foldBinding,
  policyDigest,
  type BindingState,
  type Policy,
} from '@aip-hermes/binding';
import {
  Connector,
  Projector,
  Slots,
  type Endpoint,
  type Ingress,
  type Logger,
  type Surroundings,
  type Timers,
} from '@aip-hermes/connector';
import type { EventLog, RecordedEvent } from '@aip-hermes/event-log';
import { createMemoryEventLog, type MemoryEventLogOptions } from '@aip-hermes/event-log/memory';
import { createHermesClient } from '@aip-hermes/hermes-client';
import type { CommandBatch, CommandSource, InboundRecord, ProjectionSink } from '@aip-hermes/message-bus';
import { createMemoryBus, type MemoryBus, type MemoryBusOptions } from '@aip-hermes/message-bus/memory';
import { startProjectorService, type ProjectorService } from '@aip-hermes/projector';
import { Edge } from './edge.js';
import { ScriptedProvider, type Script } from './scripted-provider.js';
import { SeededRandom } from './seeded-random.js';
import { VirtualClock } from './virtual-clock.js';

/** A log line as the product wrote it. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** How a world differs from the default. */
export interface WorldOptions {
  readonly script: Script;
  readonly seed?: number;
  readonly policy?: Partial<Policy>;
  readonly ingress?: Partial<Ingress>;
  readonly tenant?: string;
  /** The process knows no endpoint, as after one was taken out of the configuration. */
  readonly withoutEndpoint?: boolean;
  readonly faults?: MemoryEventLogOptions['faults'];
  /** What every process sees instead of the log itself: for faults of reads. */
  readonly logSeen?: (log: EventLog) => EventLog;
  /** The same for its source of commands, its sink and its timers. */
  readonly sourceSeen?: (source: CommandSource) => CommandSource;
  readonly sinkSeen?: (sink: ProjectionSink) => ProjectionSink;
  readonly timersSeen?: (timers: Timers) => Timers;
  /** Faults and waits of the bus. */
  readonly bus?: Pick<
    MemoryBusOptions,
    'beforeWrite' | 'afterWrite' | 'onSetback' | 'maxBatchRecords' | 'wait' | 'partitions'
  >;
}

/** The API key every world's endpoint has: a canary that must appear nowhere else (G10). */
export const WORLD_KEY = 'world-canary-key-4711';

const ENDPOINT_ID = 'hermes-a';

/**
 * The whole embedded product in one process on simulated edges: memory log and bus, scripted provider, virtual
 * clock, seeded ids. `boot` starts a process; `crash` drops it without a word.
 */
export class World {
  readonly clock = new VirtualClock();
  readonly random: SeededRandom;
  readonly log: EventLog;
  readonly bus: MemoryBus;
  readonly provider: ScriptedProvider;
  readonly lines: LogLine[] = [];
  readonly failures: unknown[] = [];
  readonly #options: WorldOptions;
  #process: Process | null = null;
  #messages = 0;
  /** Records put on the command topic. */
  delivered = 0;
  /** Offset up to which every record is decided. */
  decided = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.random = new SeededRandom(options.seed ?? 1);
    const now = (): number => this.clock.now();
    this.log = createMemoryEventLog({
      now,
      identity: 'log-of-the-world',
      ...(options.faults === undefined ? {} : { faults: options.faults }),
    });
    this.bus = createMemoryBus({ now, partitions: 1, wait: waitOn(this.clock), ...options.bus });
    this.provider = new ScriptedProvider(this.clock, options.script);
  }

  /** Starts a process: recovery, consumer and projector. */
  async boot(change: Partial<WorldOptions> = {}): Promise<Process> {
    const process = new Process(this, { ...this.#options, ...change });
    this.#process = process;
    await process.start();
    return process;
  }

  /** Kills the process: whatever it still does has no effect any more. */
  crash(): void {
    this.process.kill();
    this.#process = null;
  }

  /** The running process. */
  get process(): Process {
    if (this.#process === null) throw new Error('no process runs');
    return this.#process;
  }

  /** Puts a record on the command topic. */
  async deliver(envelope: Json | Uint8Array, key: string | null = null): Promise<void> {
    const value =
      envelope instanceof Uint8Array ? envelope : new TextEncoder().encode(JSON.stringify(envelope));
    await this.bus.commandSink.send({ key, value, headers: {} });
    this.delivered += 1;
  }

  /** An action command with a fresh message id. */
  action(
    id: string,
    input: Json = { objective: 'Summarise the report' },
    more: Record<string, Json> = {},
  ): Record<string, Json> {
    this.#messages += 1;
    return {
      aip_version: '1.0',
      message_type: 'aip.core.v1.action',
      message_id: `msg_test_${this.#messages}`,
      sent_at: new Date(this.clock.now()).toISOString(),
      correlation_id: `corr_test_${this.#messages}`,
      from: { id: 'agent:planner', kind: 'agent' },
      body: {
        action: {
          id,
          capability_id: `cap:hermes_agent:${ENDPOINT_ID}:operator`,
          input,
          mode: 'streaming',
          idempotency_key: `key-${id}`,
          ...more,
        },
      },
    };
  }

  /** The binding as the log has it. */
  async binding(actionId: string): Promise<BindingState | null> {
    return foldBinding(await this.events(actionId));
  }

  /** The binding's events. */
  events(actionId: string): Promise<readonly RecordedEvent[]> {
    return this.log.read(bindingStream(actionId));
  }

  /** Everything published so far on the topics. */
  async published(...topics: readonly InboundRecord['topic'][]): Promise<readonly PublishedMessage[]> {
    const all: PublishedMessage[] = [];
    const signal = new AbortController().signal;
    for await (const { records } of this.bus.reader.read({ topics, follow: false, signal })) {
      for (const record of records) {
        const value =
          record.value === null
            ? null
            : (JSON.parse(new TextDecoder().decode(record.value)) as PublishedMessage['value']);
        all.push({ topic: record.topic, key: record.key, headers: record.headers, value: value ?? {} });
      }
    }
    return all;
  }

  /** The bodies of published results, in order. */
  async results(): Promise<readonly Record<string, Json>[]> {
    const messages = await this.published('results');
    return messages.map((message) => message.value['body'] as Record<string, Json>);
  }

  /** The published chunks of one Action, in order. */
  async chunks(actionId: string): Promise<readonly Record<string, Json>[]> {
    const messages = await this.published('stream_chunks');
    return messages
      .filter((message) => message.key === actionId)
      .map(
        (message) => (message.value['body'] as Record<string, Record<string, Json>>)['stream_chunk'] ?? {},
      );
  }

  /** Runs until nothing is driven any more and everything is published. */
  async settle(): Promise<void> {
    await this.clock.runUntil(() => this.process.idle && this.decided === this.delivered);
    await this.clock.advance(10);
  }

  logger(): Logger {
    const at = (level: LogLine['level']) => (fields: object, message: string) => {
      this.lines.push({ level, fields, message });
    };
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  }
}

function waitOn(clock: VirtualClock): (ms: number, signal: AbortSignal) => Promise<void> {
  return (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = clock.after(ms, done);
      signal.addEventListener('abort', done, { once: true });
    });
}

/** A message as a consumer reads it. */
export interface PublishedMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Readonly<Record<string, Json>>;
}

/** One process of the product. */
export class Process {
  readonly connector: Connector;
  readonly endpoint: Endpoint;
  /** Its endpoint's places for runs. */
  readonly slots: Slots;
  readonly #world: World;
  readonly #projector: Projector;
  readonly #surroundings: Surroundings;
  #projection: ProjectorService | null = null;
  readonly #edge = new Edge();
  readonly #bus: MemoryBus;
  readonly #sourceSeen: (source: CommandSource) => CommandSource;
  readonly #stop = new AbortController();
  readonly #loops: Promise<unknown>[] = [];

  constructor(world: World, options: WorldOptions) {
    this.#world = world;
    const { clock, random } = world;
    const bus = world.bus.reopen();
    const log = this.#edge.log(options.logSeen?.(world.log) ?? world.log);
    const timers = this.#edge.timers(options.timersSeen?.(clock) ?? clock);
    this.#bus = bus;
    this.#sourceSeen = options.sourceSeen ?? ((source) => source);
    const surroundings = { clock, timers, ids: { uuid: () => random.uuid() }, log: world.logger() };
    this.#surroundings = surroundings;
    const policy: Policy = { ...DEFAULT_POLICY, require_action_approval: false, ...options.policy };
    const client = createHermesClient({
      endpointId: ENDPOINT_ID,
      baseUrl: 'http://127.0.0.1:8642',
      apiKey: WORLD_KEY,
      transport: this.#edge.transport(world.provider),
      timers,
    });
    this.slots = new Slots(policy.max_concurrent_runs);
    const endpoint: Endpoint = {
      id: ENDPOINT_ID,
      tenant: options.tenant ?? null,
      policy,
      policyDigest: policyDigest(policy),
      client,
      slots: this.slots,
    };
    this.endpoint = endpoint;
    this.connector = new Connector({
      log,
      deadLetters: bus.deadLetters,
      errorReplies: bus.errorReplies,
      endpoints: new Map(options.withoutEndpoint === true ? [] : [[ENDPOINT_ID, endpoint]]),
      ingress: {
        allowAnonymous: true,
        localCaller: {
          principal: { id: 'agent:planner', kind: 'agent' },
          tenant: { id: 'tenant-local', system: null },
        },
        maxCommandBytes: 4 * 1_048_576,
        maxOpenBindings: 50_000,
        ...options.ingress,
      },
      surroundings,
      agent: 'agent:hermes_agent:connector',
      secrets: [WORLD_KEY],
    });
    this.#projector = new Projector({
      log,
      sink: options.sinkSeen?.(bus.projectionSink('0')) ?? bus.projectionSink('0'),
      surroundings,
      maxMessageBytes: 1_048_576,
    });
  }

  async start(): Promise<void> {
    await this.connector.start();
    if (this.#edge.isCut) return;
    const commands = this.#bus.commandSource('command-service');
    const source = this.#sourceSeen(commands);
    const { signal } = this.#stop;
    this.#loops.push(
      source
        .run((batch) => this.#handle(batch), signal)
        .catch((error: unknown) => this.#world.failures.push(error)),
    );
    this.#projection = startProjectorService(this.#projector, this.#surroundings);
    this.#loops.push(this.#projection.ended.catch((error: unknown) => this.#world.failures.push(error)));
  }

  #handle(batch: CommandBatch): Promise<void> {
    const decided = (offset: number): void => {
      this.#world.decided = Math.max(this.#world.decided, offset + 1);
      batch.decided(offset);
    };
    return this.connector.handle({ ...batch, decided });
  }

  /** Timers it waits for now. */
  get timersWaiting(): number {
    return this.#edge.timersWaiting;
  }

  /** Nothing is driven. */
  get idle(): boolean {
    return this.connector.open === 0;
  }

  /** The log position up to which everything is published. */
  get published(): string | null {
    return this.#projector.position;
  }

  /** Cuts it off from the log, the bus and the provider, as a kill does. */
  kill(): void {
    this.#edge.cut();
    this.#bus.crash();
  }

  /** Stops as on SIGTERM; `force` is the second signal. */
  async stop(drainMs: number, force: AbortSignal = new AbortController().signal): Promise<void> {
    this.#stop.abort();
    await this.#projection?.stop();
    await Promise.all(this.#loops);
    await this.connector.drain(drainMs, force);
  }
}
