import type { EventLog } from '@aip-hermes/event-log';
import type { CommandBatch, DeadLetters, ErrorReplies } from '@aip-hermes/message-bus';
import { Admission } from './admission/admission.js';
import { BesideStreams } from './admission/beside-streams.js';
import type { Ingress } from './admission/ingress.js';
import type { Surroundings } from './ports.js';
import { OpenBindings } from './recovery/open-bindings.js';
import type { Endpoints } from './runs/endpoint.js';
import { Supervisor } from './runs/supervisor.js';
import { StreamRegistry } from './streams/stream-registry.js';
import { wait } from './wait.js';

/** What a connector is made of; `services` wire it. */
export interface ConnectorDeps {
  readonly log: EventLog;
  readonly deadLetters: DeadLetters;
  readonly errorReplies: ErrorReplies;
  readonly endpoints: Endpoints;
  readonly ingress: Ingress;
  readonly surroundings: Surroundings;
  /** `from` of every message. */
  readonly agent: string;
  /** Credentials this process holds; masked wherever the provider repeats them (G10). */
  readonly secrets: readonly string[];
  /** False only for the bench's baseline: one append per provider event (DESIGN 10, B1c). */
  readonly batching?: boolean;
}

/**
 * The command side of the connector: admission, one actor per open binding, recovery. Lifecycle: `start`, then
 * `handle` for every batch of the command source, then `drain`.
 */
export class Connector {
  /** A new one at every process start (DESIGN 3.3). */
  readonly instanceId: string;
  readonly #surroundings: Surroundings;
  readonly #supervisor: Supervisor;
  readonly #admission: Admission;
  readonly #openBindings: OpenBindings;
  readonly #followSignal = new AbortController();

  constructor(deps: ConnectorDeps) {
    const { log, surroundings, agent } = deps;
    const instanceId = surroundings.ids.uuid();
    const registry = new StreamRegistry({ log, surroundings, instanceId });
    const beside = new BesideStreams({ log, surroundings, instanceId, agent });
    this.instanceId = instanceId;
    this.#surroundings = surroundings;
    this.#supervisor = new Supervisor({
      registry,
      endpoints: deps.endpoints,
      surroundings,
      instanceId,
      secrets: deps.secrets,
      batching: deps.batching ?? true,
    });
    const { endpoints, ingress, deadLetters, errorReplies } = deps;
    const supervisor = this.#supervisor;
    this.#admission = new Admission({
      log,
      surroundings,
      instanceId,
      agent,
      registry,
      supervisor,
      endpoints,
      ingress,
      beside,
      deadLetters,
      errorReplies,
    });
    this.#openBindings = new OpenBindings({ log, surroundings, instanceId, agent });
  }

  /** Open bindings driven now. */
  get open(): number {
    return this.#supervisor.open;
  }

  /**
   * Goes on with every binding an earlier process left open. Call when this process is known to be alone (embedded:
   * the lock on the data directory is held). Returns how many there were. @throws LogUnavailable
   */
  async start(): Promise<number> {
    const open = await this.#openBindings.start(this.#followSignal.signal);
    await this.#supervisor.recover(open);
    return open.length;
  }

  /** Decides a batch of commands; for `CommandSource.run`. */
  handle(batch: CommandBatch): Promise<void> {
    return this.#admission.handle(batch);
  }

  /** Resolves when no binding is driven any more. For tests and short-lived programs. */
  settled(): Promise<void> {
    return this.#supervisor.settled();
  }

  /**
   * DESIGN 5, Stop: call after the command source has stopped. Goes on observing for `drainTimeoutMs`, less when
   * everything ends or `force` aborts before; then lets go, leaving bound runs for the next owner. Runs that wait for
   * a slot are not started any more.
   */
  async drain(drainTimeoutMs: number, force: AbortSignal): Promise<void> {
    this.#supervisor.stopStarting();
    const over = new AbortController();
    const endNow = (): void => over.abort();
    force.addEventListener('abort', endNow, { once: true });
    if (force.aborted) over.abort();
    const waited = wait(this.#surroundings.timers, drainTimeoutMs, over.signal);
    await Promise.race([this.#supervisor.settled(), waited]);
    over.abort();
    force.removeEventListener('abort', endNow);
    await this.#supervisor.stop();
    this.#followSignal.abort();
    await this.#openBindings.stop();
  }
}
