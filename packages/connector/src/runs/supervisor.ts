import { abandonStart, claimStart, condemnClaim, isTerminal, type BindingState } from '@aip-hermes/binding';
import { LogUnavailable } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { AppendAbandoned } from '../streams/patient-append.js';
import type { StreamRegistry } from '../streams/stream-registry.js';
import { BackOff, wait } from '../wait.js';
import { afterTheEnd, driveBoundRun, driveClaimedRun } from './drive-run.js';
import type { Endpoints } from './endpoint.js';
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

/** What the actor of one binding works with. */
interface ActorContext extends RunContext {
  /** Aborts when nothing new is started any more. */
  readonly starting: AbortSignal;
}

interface ActorSignals {
  readonly starting: AbortSignal;
  readonly observing: AbortSignal;
}

interface RunningActor {
  readonly starting: AbortController;
  readonly observing: AbortController;
  readonly done: Promise<void>;
}

/** The slot an actor holds, kept over failed attempts while its run exists. */
interface Place {
  readonly held: boolean;
  hold(slot: () => void): void;
}

type Drive = (run: ActorContext, place: Place) => Promise<void>;

/** One open binding to see through. */
interface Actor {
  readonly actionId: string;
  /** Held from the start; given back when the run is over or the attempt failed. */
  readonly slot: (() => void) | null;
  /** The first attempt; later ones go by the log. */
  readonly drive: Drive;
  /** Told, at the latest when the first attempt that could read the log is over, that the binding holds the slot it needs. */
  readonly placed: () => void;
}

/**
 * Holds one actor for every open binding of this process and sees each through to its end. An actor that fails
 * unexpectedly is started again from what the log says, never from what it remembered.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #running = new Map<string, RunningActor>();
  #startsNothing = false;
  #stopped = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** Open bindings this process drives or holds for a slot. */
  get open(): number {
    return this.#running.size;
  }

  /** Goes on with a start that was claimed and confirmed a moment ago. `slot` is given back at the end. */
  adoptClaimed(actionId: string, claim: HeldClaim, slot: () => void): void {
    this.#actor({ actionId, slot, drive: (run) => driveClaimedRun(run, claim), placed: nothing });
  }

  /** Goes on with a binding nobody has claimed: it starts when its endpoint has a slot. */
  adoptUnclaimed(actionId: string): void {
    const drive: Drive = (run, place) => this.#claimWhenFree(run, place);
    this.#actor({ actionId, slot: null, drive, placed: nothing });
  }

  /**
   * Settles a start that this very process has claimed, should nobody drive it: its append took effect, but whoever made
   * it was gone by then (its partition was taken away). Nothing was sent, since only a driver sends (SPEC S10).
   */
  settleForgotten(actionId: string, claimId: string): void {
    const reason = 'the command was taken away while its start was being claimed';
    const drive: Drive = async (run) => {
      await run.stream.commit((state) => abandonStart(state, claimId, reason), patiently(run));
    };
    this.#actor({ actionId, slot: null, drive, placed: nothing });
  }

  /**
   * Goes on with whatever the log says of open bindings whose earlier owner is gone (DESIGN 5, Recover). Resolves
   * when every run that exists has its slot; only then may waiting ones start, so that `max_concurrent_runs` holds
   * across a restart.
   */
  async recover(actionIds: readonly string[]): Promise<void> {
    let letStart = nothing;
    const allPlaced = new Promise<void>((resolve) => {
      letStart = resolve;
    });
    const places = actionIds.map(
      (actionId) =>
        new Promise<void>((placed) => {
          const drive: Drive = (run, place) => this.#recover(run, place, placed, allPlaced);
          this.#actor({ actionId, slot: null, drive, placed });
        }),
    );
    await Promise.all(places);
    letStart();
  }

  /** Starts nothing any more; runs that exist are followed on. */
  stopStarting(): void {
    this.#startsNothing = true;
    for (const { starting } of this.#running.values()) starting.abort();
  }

  /** Ends observation and resolves when every actor has let go. Bound runs are left for the next owner. */
  async stop(): Promise<void> {
    this.stopStarting();
    this.#stopped = true;
    for (const { observing } of this.#running.values()) observing.abort();
    await this.settled();
  }

  /** Resolves when no actor is left; actors that start meanwhile are waited for too. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #actor(actor: Actor): void {
    const { actionId } = actor;
    if (this.#running.has(actionId)) {
      actor.slot?.();
      actor.placed();
      return;
    }
    // Signals of its own: thousands of listeners on a shared one would cost each of them time (G13).
    const starting = new AbortController();
    const observing = new AbortController();
    if (this.#startsNothing) starting.abort();
    if (this.#stopped) observing.abort();
    const signals = { starting: starting.signal, observing: observing.signal };
    const done = this.#see(actor, signals).finally(() => this.#running.delete(actionId));
    this.#running.set(actionId, { starting, observing, done });
  }

  /** Runs an actor and, after an unexpected failure, goes on from the log until the binding has ended. */
  async #see({ actionId, slot, drive, placed }: Actor, signals: ActorSignals): Promise<void> {
    const { registry, surroundings } = this.#deps;
    const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
    let held = slot;
    const place: Place = {
      get held() {
        return held !== null;
      },
      hold: (taken) => {
        held = taken;
      },
    };
    const giveBack = (): void => {
      held?.();
      held = null;
    };
    let next = drive;
    for (;;) {
      const lease = registry.acquire(actionId);
      let goesOn = false;
      let unread = false;
      try {
        const run = await this.#contextOf(lease.stream, signals);
        if (run === null) return;
        const now = next;
        next = (again, samePlace) => this.#resume(again, samePlace);
        await now(run, place);
        giveBack();
        this.#sayUnreadable(lease.stream);
        await afterTheEnd(run);
        return;
      } catch (error) {
        if (error instanceof AppendAbandoned) return;
        goesOn = true;
        const logAway = error instanceof LogUnavailable;
        // What could not be read yet may be a run that holds a place: nothing that waits starts before it is known.
        unread = logAway && next === drive;
        const level = logAway ? 'debug' : 'error';
        surroundings.log[level](
          { action_id: actionId, err: error },
          'following the run failed; going on from the log',
        );
      } finally {
        if (!unread) placed();
        if (!goesOn) giveBack();
        lease.release();
      }
      if ((await wait(surroundings.timers, backOff.next(), signals.observing)) === 'aborted') {
        placed();
        giveBack();
        return;
      }
    }
  }

  /** What the actor works with; null when the binding does not exist, has ended, or cannot be served here. */
  async #contextOf(stream: RunContext['stream'], signals: ActorSignals): Promise<ActorContext | null> {
    const state = await stream.exclusively(() => stream.load());
    if (state === null || isTerminal(state.binding.status)) return null;
    const { log } = this.#deps.surroundings;
    if (this.#sayUnreadable(stream)) return null;
    const endpoint = this.#deps.endpoints.get(state.binding.endpoint_id);
    if (endpoint === undefined) {
      log.error(
        { action_id: stream.actionId, endpoint_id: state.binding.endpoint_id },
        'the endpoint of an open binding is not configured; the binding waits',
      );
      return null;
    }
    const { surroundings, instanceId, secrets, batching } = this.#deps;
    const { observing: signal, starting } = signals;
    return { stream, endpoint, surroundings, instanceId, secrets, batching, signal, starting };
  }

  #sayUnreadable(stream: RunContext['stream']): boolean {
    const reason = stream.state?.unreadable ?? null;
    if (reason === null) return false;
    this.#deps.surroundings.log.error(
      { action_id: stream.actionId, reason },
      'the stream cannot be understood by this release; left alone',
    );
    return true;
  }

  /** Fence 2. While the log is down nothing is claimed; afterwards a fresh claim is drawn (C84). */
  async #claimWhenFree(run: ActorContext, place: Place): Promise<void> {
    if (!place.held) {
      const slot = await run.endpoint.slots.take(run.starting);
      if (slot === null) return;
      place.hold(slot);
    }
    const { policy } = run.endpoint;
    const claim = newClaim(run.surroundings, run.instanceId, policy.start_claim_ttl_ms);
    const facts = { nowMs: run.surroundings.clock.now(), maxCommandAgeMs: policy.max_command_age_ms };
    const options = { whileDown: 'give_up', signal: run.signal } as const;
    await run.stream.commit((state) => claimStart(state, claim.data, facts), options);
    await driveClaimedRun(run, claim.held);
  }

  async #recover(
    run: ActorContext,
    place: Place,
    placed: () => void,
    allPlaced: Promise<void>,
  ): Promise<void> {
    const binding = run.stream.state?.binding;
    if (binding?.status === 'starting' && binding.start_claim === null) {
      placed();
      await allPlaced;
    }
    await this.#resume(run, {
      get held() {
        return place.held;
      },
      hold: (slot) => {
        place.hold(slot);
        placed();
      },
    });
  }

  async #resume(run: ActorContext, place: Place): Promise<void> {
    const state: BindingState | null = run.stream.state;
    if (state === null) return;
    if (state.binding.status === 'starting' && state.binding.start_claim === null) {
      await this.#claimWhenFree(run, place);
    } else if (state.binding.status === 'starting') {
      const reason = 'whoever held the start claim was gone before the outcome was recorded';
      await run.stream.commit((now) => condemnClaim(now, reason), patiently(run));
    } else {
      if (!place.held) place.hold(run.endpoint.slots.takeAnyway());
      await driveBoundRun(run);
    }
  }
}

function nothing(): void {
  // nobody waits for it
}
