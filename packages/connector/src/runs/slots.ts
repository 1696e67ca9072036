import { onAbort } from '../on-abort.js';

/**
 * Free places for runs of one endpoint in this process (`max_concurrent_runs`). First come, first served; admission
 * never waits here (DESIGN 3.2 fence 2).
 */
export class Slots {
  readonly #limit: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Slots held now; above the limit when runs of an earlier process hold some. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot when one is free and nobody waits for one. The caller gives it back by calling the result. */
  tryTake(): (() => void) | null {
    if (this.#taken >= this.#limit || this.#waiting.length > 0) return null;
    this.#taken += 1;
    return this.#giveBackOnce();
  }

  /** Takes a slot although none may be free: for a run that exists already (recovery). */
  takeAnyway(): () => void {
    this.#taken += 1;
    return this.#giveBackOnce();
  }

  /** Waits for a slot; null when `signal` aborts first. Bounded by the open bindings of the process. */
  take(signal: AbortSignal): Promise<(() => void) | null> {
    const free = this.tryTake();
    if (free !== null || signal.aborted) return Promise.resolve(signal.aborted ? this.#drop(free) : free);
    return new Promise((resolve) => {
      const stay = onAbort(signal, () => {
        const place = this.#waiting.indexOf(granted);
        if (place >= 0) this.#waiting.splice(place, 1);
        resolve(null);
      });
      const granted = (): void => {
        stay();
        resolve(this.#giveBackOnce());
      };
      this.#waiting.push(granted);
    });
  }

  #drop(slot: (() => void) | null): null {
    slot?.();
    return null;
  }

  #giveBackOnce(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#taken > this.#limit ? undefined : this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    };
  }
}
