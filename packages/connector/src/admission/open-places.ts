/**
 * Room for new bindings (DESIGN 5, `limits.max_open_bindings`). The commands of a batch are decided side by side, so a
 * place is taken before the append: however many come at once, the limit holds.
 */
export class OpenPlaces {
  readonly #limit: number;
  readonly #open: () => number;
  #taken = 0;

  /** `open`: bindings that are driven now. */
  constructor(limit: number, open: () => number) {
    this.#limit = limit;
    this.#open = open;
  }

  /** A place, given back by calling the result once the binding is driven or refused; null when there is none. */
  tryTake(): (() => void) | null {
    if (this.#open() + this.#taken >= this.#limit) return null;
    this.#taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken -= 1;
    };
  }
}
