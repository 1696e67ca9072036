import type { HermesTransport } from '@aip-hermes/hermes-client';
import type { PointName } from '../../points/point-names.js';
import { memberAt } from '../../points/member-at.js';
import { SeededRandom } from '../../support/seeded-random.js';
import type { PlannedRun } from '../file/planned-run.js';
import { ScriptedProvider } from '../provider/scripted-provider.js';
import type { ScriptedRun } from '../provider/scripted-run.js';
import type { SeenRequest } from '../provider/seen-request.js';
import { SocketServer } from '../provider/socket-server.js';
import { CapturedLines } from './captured-lines.js';
import { PARTITIONS } from './command-topic.js';
import { Decisions } from './decisions.js';
import type { EmbeddedStore } from './embedded-store.js';
import { Gate } from './gate.js';
import { Instance, type InstanceParts, type Service } from './instance.js';
import { LogIndex } from './log-index.js';
import type { ProcessEdge } from './process-edge.js';
import { ScenarioBus } from './scenario-bus.js';
import { ScenarioLog } from './scenario-log.js';
import { Scheduler } from './scheduler.js';
import { settingsOf, type Settings } from './settings.js';
import { hasFiles, openStores } from './stores.js';
import { socketIdle } from './socket-idle.js';
import { seenTransport } from './seen-transport.js';

/** The embedded log commits at the end of a turn of the event loop and answers in the next one. */
const EMBEDDED_TURNS = 4;

/** After so long without a word a process is out of its group, milliseconds, unless the scenario says otherwise. */
const SESSION_TIMEOUT_MS = 30_000;

const ORIGIN = 'http://127.0.0.1:8642';

/** Everything of one pass through a scenario: processes of the product between simulated edges. */
export class World {
  readonly run: PlannedRun;
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly index: LogIndex;
  readonly log: ScenarioLog;
  /** With `given.store.kind` embedded. */
  readonly embedded: EmbeddedStore | null;
  readonly bus: ScenarioBus;
  readonly provider: ScriptedProvider;
  readonly gate: Gate;
  readonly decisions: Decisions;
  readonly captured: CapturedLines;
  readonly settings: Settings;
  /** The newest start of each process, by name. */
  readonly instances = new Map<string, Instance>();
  /** Every start. */
  readonly starts: Instance[] = [];
  /** Processes that ended by themselves though no step told them to. */
  readonly endedUnasked: Instance[] = [];
  /** Start requests that came while a store fault with `forMs` was on. */
  startsWhileStoreDown = 0;

  /** When the first terminal event came in on an event stream, scheduler time. */
  terminalArrivedAtMs: number | null = null;
  readonly #prototypeBefore = new Set(Reflect.ownKeys(Object.prototype));
  readonly #sockets: SocketServer | null;
  readonly #origin: string;
  readonly #actionOfRun = new Map<ScriptedRun, string>();

  /** A fresh world for one pass. */
  static async open(run: PlannedRun): Promise<World> {
    const { given = {} } = run.scenario;
    let sockets: SocketServer | null = null;
    const scheduler = new Scheduler({
      real: given.clock === 'real',
      turns: hasFiles(given) ? EMBEDDED_TURNS : 1,
      idle: (isReady) => (sockets === null ? Promise.resolve(false) : socketIdle(sockets, isReady)),
    });
    if (given.sockets === 'real')
      sockets = await SocketServer.listen({ time: scheduler, idleCloseMs: given.serverIdleCloseMs });
    return new World(run, scheduler, sockets);
  }

  private constructor(run: PlannedRun, scheduler: Scheduler, sockets: SocketServer | null) {
    const { given = {} } = run.scenario;
    const settings = settingsOf(given);
    const { log, outputs, embedded } = openStores(given, () => scheduler.now());
    const happened = (): void => this.happened();
    this.run = run;
    this.scheduler = scheduler;
    this.settings = settings;
    this.#sockets = sockets;
    this.#origin = sockets?.origin ?? ORIGIN;
    this.random = new SeededRandom(run.seed);
    this.captured = new CapturedLines(settings.logLevel);
    this.gate = new Gate((name) => this.instances.get(name)?.edge ?? null);
    this.index = new LogIndex(scheduler, settings.maxMessageBytes);
    this.embedded = embedded;
    this.log = new ScenarioLog(log, { scheduler, index: this.index, settings, happened });
    this.decisions = new Decisions(this.index, () => this.bus);
    this.bus = new ScenarioBus(outputs, {
      scheduler,
      settings,
      reached: (point, about) => this.gate.reached(point, about),
      happened,
      waitsForLog: (edge) => this.log.isAwaitedBy(edge),
      isDecided: (record) => this.decisions.isDurable(record),
    });
    this.provider = new ScriptedProvider({
      routes: run.scenario.provider,
      profile: run.scenario.profile,
      files: run.files,
      seed: run.seed,
      time: scheduler,
      origin: this.#origin,
      sockets,
      connectTimeoutMs: settings.connectTimeoutMs,
      watch: { received: (request) => this.#received(request), moved: happened },
    });
  }

  /** `Object.prototype` has a member that it did not have before. */
  get isPrototypePolluted(): boolean {
    return Reflect.ownKeys(Object.prototype).some((member) => !this.#prototypeBefore.has(member));
  }

  /** Something happened that conditions look at. */
  happened(): void {
    this.decisions.look(this.scheduler.monotonic());
  }

  /** Starts a process; a name that was started before stands for a new start of it. */
  startInstance(name: string, service: Service): Instance {
    const instance = new Instance(name, service, this.#parts());
    this.instances.set(name, instance);
    this.starts.push(instance);
    if (service !== 'projector') this.bus.giveFree(name);
    instance.start();
    return instance;
  }

  /** Kills a process without warning. */
  kill(instance: Instance): void {
    if (instance.edge.state === 'dead') return;
    instance.edge.kill();
    this.#gone(instance.name, false);
  }

  /** Processes that are neither dead nor ended. */
  get living(): readonly Instance[] {
    return [...this.instances.values()].filter(({ edge }) => edge.state !== 'dead');
  }

  /** The process of this name. @throws when there is none */
  instance(name: string): Instance {
    const found = this.instances.get(name);
    if (found === undefined) throw new Error(`there is no process ${name}`);
    return found;
  }

  /** Kills what is left and frees files. */
  async close(): Promise<void> {
    for (const instance of this.living) this.kill(instance);
    await this.#sockets?.close();
    await this.bus.outputs.close();
    await this.log.store.close();
    await this.embedded?.close();
  }

  /** Its whole process stands still; when that takes too long the group gives its partitions to another one. */
  pause(instance: Instance): void {
    instance.edge.pause();
    this.#afterSession(() => {
      if (instance.edge.state !== 'paused') return;
      const next = this.#reader();
      for (const partition of this.#partitionsOf(instance.name))
        if (next !== null) this.bus.reassign(partition, next);
    });
  }

  /** Its partitions are free, and its tasks at points are gone. Who left by itself is missed at once. */
  #gone(name: string, said: boolean): void {
    this.gate.forget(name);
    for (const partition of this.#partitionsOf(name)) this.bus.reassign(partition, null);
    const handOver = (): void => {
      const next = this.#reader();
      if (next !== null) this.bus.giveFree(next);
    };
    if (said) handOver();
    else this.#afterSession(handOver);
  }

  #afterSession(work: () => void): void {
    this.scheduler.after(this.settings.sessionTimeoutMs ?? SESSION_TIMEOUT_MS, work);
  }

  /** A process that reads commands now; null when there is none. */
  #reader(): string | null {
    const reader = this.living.find(
      ({ service, edge }) => service !== 'projector' && edge.state === 'running',
    );
    return reader?.name ?? null;
  }

  #partitionsOf(name: string): readonly number[] {
    return PARTITIONS.filter((partition) => this.bus.topic.owner(partition) === name);
  }

  #parts(): InstanceParts {
    const { scheduler, log, bus, settings } = this;
    return {
      scheduler,
      log,
      bus,
      settings,
      baseUrl: this.#origin,
      reached: (point, about) => this.gate.reached(point, about),
      transport: (edge) => this.#transport(edge),
      logger: (instance) => this.captured.loggerFor(instance),
      uuid: () => this.random.uuid(),
      ended: (instance) => this.#ended(instance),
    };
  }

  #ended(instance: Instance): void {
    this.#gone(instance.name, true);
    if (!instance.signalled) this.endedUnasked.push(instance);
    this.happened();
  }

  #transport(edge: ProcessEdge): HermesTransport {
    const transport = this.provider.transport(edge.name);
    edge.killed.addEventListener('abort', () => transport.kill(), { once: true });
    return seenTransport(transport, edge, (text) => this.#arrived(text));
  }

  #arrived(text: string): void {
    if (/"event":\s*"run\.(completed|failed|cancelled)"/.test(text))
      this.terminalArrivedAtMs ??= this.scheduler.monotonic();
  }

  async #received(request: SeenRequest): Promise<void> {
    const point = pointOf(request);
    const action = sessionAction(request);
    if (action !== null && request.run !== null) this.#actionOfRun.set(request.run, action);
    if (point === 'after-request-written' && this.log.faults.isDown) this.startsWhileStoreDown += 1;
    this.happened();
    if (point === null) return;
    await this.gate.reached(point, { instance: request.instance ?? 'i1', action: this.actionOf(request) });
  }

  /** The Action that a request is about; null when its run was not started in this scenario. */
  actionOf({ run }: SeenRequest): string | null {
    return run === null ? null : (this.#actionOfRun.get(run) ?? null);
  }
}

const POINTS: readonly (readonly [RegExp, PointName])[] = [
  [/^POST \/v1\/runs$/, 'after-request-written'],
  [/^POST \/v1\/runs\/[^/]+\/approval$/, 'after-approval-written'],
  [/^POST \/v1\/runs\/[^/]+\/stop$/, 'after-stop-written'],
];

function pointOf({ method, path }: SeenRequest): PointName | null {
  return POINTS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null;
}

/** Start requests carry the Action in their session (SPEC I7). */
function sessionAction({ method, path, body }: SeenRequest): string | null {
  if (method !== 'POST' || path !== '/v1/runs' || body === null) return null;
  const session = memberAt(body, ['session_id']);
  return typeof session === 'string' && session.startsWith(SESSION) ? session.slice(SESSION.length) : null;
}

const SESSION = 'aip-operator-';
