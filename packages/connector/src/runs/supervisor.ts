import { claimStart, condemnClaim, isTerminal, type BindingState } from '@aip-hermes/binding';
import type { Surroundings } from '../ports.js';
import { AppendAbandoned } from '../streams/patient-append.js';
import type { StreamRegistry } from '../streams/stream-registry.js';
import { BackOff, wait } from '../wait.js';
import { afterTheEnd, driveBoundRun, driveClaimedRun } from './drive-run.js';
import type { Endpoint, Endpoints } from './endpoint.js';
import { newClaim } from './new-claim.js';
import { patiently, type RunContext } from './run-context.js';
import type { HeldClaim } from './start.js';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** What a supervisor is made of. */
export interface SupervisorDeps {
  readonly registry: StreamRegistry;
  readonly endpoints: Endpoints;
  readonly surroundings: Surroundings;
  readonly instanceId: string;
  /** Credentials this process holds (G10). */
  readonly secrets: readonly string[];
  /** See RunContext. */
  readonly batching: boolean;
}

/**
 * Holds one actor for every open binding of this process and sees each through to its end. An actor that fails
 * unexpectedly is started again from what the log says, never from what it remembered.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** Open bindings this process drives or holds for a slot. */
  get open(): number {
    return this.#running.size;
  }

  /** Aborts when observation ends. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Goes on with a start that was claimed and confirmed a moment ago. `slot` is given back at the end. */
  adoptClaimed(actionId: string, claim: HeldClaim, slot: () => void): void {
    this.#actor(actionId, slot, (run) => driveClaimedRun(run, claim));
  }

  /** Goes on with a binding nobody has claimed: it starts when its endpoint has a slot. */
  adoptUnclaimed(actionId: string): void {
    this.#actor(actionId, null, (run, holdSlot) => this.#claimWhenFree(run, holdSlot));
  }

  /** Goes on with whatever the log says of an open binding whose earlier owner is gone (DESIGN 5, Recover). */
  recover(actionId: string): void {
    this.#actor(actionId, null, (run, holdSlot) => this.#resume(run, holdSlot));
  }

  /** Ends observation and resolves when every actor has let go. Bound runs are left for the next owner. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.settled();
  }

  /** Resolves when no actor is left; actors that start meanwhile are waited for too. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #actor(
    actionId: string,
    slot: (() => void) | null,
    drive: (run: RunContext, holdSlot: (slot: () => void) => void) => Promise<void>,
  ): void {
    if (this.#running.has(actionId)) {
      slot?.();
      return;
    }
    const lease = this.#deps.registry.acquire(actionId);
    const slots = new Set<() => void>(slot === null ? [] : [slot]);
    const giveBack = (): void => {
      for (const held of slots) held();
      slots.clear();
    };
    const work = this.#see(actionId, lease.stream, drive, (held) => slots.add(held), giveBack);
    const done = work.finally(() => {
      giveBack();
      lease.release();
      this.#running.delete(actionId);
    });
    this.#running.set(actionId, done);
  }

  /** Runs an actor and, after an unexpected failure, resumes from the log until the binding has ended. */
  async #see(
    actionId: string,
    stream: RunContext['stream'],
    drive: (run: RunContext, holdSlot: (slot: () => void) => void) => Promise<void>,
    holdSlot: (slot: () => void) => void,
    giveBack: () => void,
  ): Promise<void> {
    const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
    let next = drive;
    for (;;) {
      try {
        const run = await this.#contextOf(stream);
        if (run === null) return;
        await next(run, holdSlot);
        giveBack();
        await afterTheEnd(run);
        return;
      } catch (error) {
        if (error instanceof AppendAbandoned) return;
        this.#deps.surroundings.log.error(
          { action_id: actionId, err: error },
          'following the run failed; going on from the log',
        );
      }
      if ((await wait(this.#deps.surroundings.timers, backOff.next(), this.#stop.signal)) === 'aborted')
        return;
      next = (run, hold) => this.#resume(run, hold);
    }
  }

  /** What the actor works with; null when the binding does not exist, has ended, or cannot be served here. */
  async #contextOf(stream: RunContext['stream']): Promise<RunContext | null> {
    const state = await stream.exclusively(() => stream.load());
    if (state === null || isTerminal(state.binding.status)) return null;
    const { log } = this.#deps.surroundings;
    if (state.unreadable !== null) {
      log.error(
        { action_id: stream.actionId, reason: state.unreadable },
        'the stream cannot be understood by this release; left alone',
      );
      return null;
    }
    const endpoint = this.#deps.endpoints.get(state.binding.endpoint_id);
    if (endpoint === undefined) {
      log.error(
        { action_id: stream.actionId, endpoint_id: state.binding.endpoint_id },
        'the endpoint of an open binding is not configured; the binding waits',
      );
      return null;
    }
    return this.#context(stream, endpoint);
  }

  #context(stream: RunContext['stream'], endpoint: Endpoint): RunContext {
    const { surroundings, instanceId, secrets, batching } = this.#deps;
    return { stream, endpoint, surroundings, instanceId, secrets, batching, signal: this.#stop.signal };
  }

  async #claimWhenFree(run: RunContext, holdSlot: (slot: () => void) => void): Promise<void> {
    const slot = await run.endpoint.slots.take(run.signal);
    if (slot === null) return;
    holdSlot(slot);
    const { policy } = run.endpoint;
    const claim = newClaim(run.surroundings, run.instanceId, policy.start_claim_ttl_ms);
    const facts = { nowMs: run.surroundings.clock.now(), maxCommandAgeMs: policy.max_command_age_ms };
    await run.stream.commit((state) => claimStart(state, claim.data, facts), patiently(run));
    await driveClaimedRun(run, claim.held);
  }

  async #resume(run: RunContext, holdSlot: (slot: () => void) => void): Promise<void> {
    const state: BindingState | null = run.stream.state;
    if (state === null) return;
    if (state.binding.status === 'starting' && state.binding.start_claim === null) {
      await this.#claimWhenFree(run, holdSlot);
    } else if (state.binding.status === 'starting') {
      const reason = 'the process that held the start claim ended before the outcome was recorded';
      await run.stream.commit((now) => condemnClaim(now, reason), patiently(run));
    } else {
      holdSlot(run.endpoint.slots.takeAnyway());
      await driveBoundRun(run);
    }
  }
}
