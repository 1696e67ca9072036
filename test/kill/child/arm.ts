import type { PointName } from '../../points/point-names.js';
import type { About } from '../../points/reached.js';

/** Where a process is to be killed. */
export interface Arm {
  readonly point: PointName;
  /** At which occurrence, from 1. */
  readonly nth: number;
  /** Only occurrences about these Actions count; null: those about none, as of a record that names no Action. */
  readonly actions: readonly (string | null)[];
}

/** What is written down of a point that was reached. */
export interface Mark {
  readonly event: 'reached';
  readonly point: PointName;
  readonly action: string | null;
}

/** Counts what an arm is about. */
export class ArmCounter {
  readonly #arm: Arm | null;
  #seen = 0;

  constructor(arm: Arm | null) {
    this.#arm = arm;
  }

  /** Whether this is the occurrence to be killed at. */
  isHere(point: PointName, { action }: Pick<About, 'action'>): boolean {
    if (this.#arm?.point !== point || !this.#arm.actions.includes(action)) return false;
    this.#seen += 1;
    return this.#seen === this.#arm.nth;
  }
}
