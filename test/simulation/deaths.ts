import type { SeededRandom } from '../support/seeded-random.js';
import type { PointName } from '../points/point-names.js';

/** Awaits at which a process can die; `before`: the other side has not got it, `after`: the answer never comes. */
export const DEATH_AWAITS = [
  'append_before',
  'append_after',
  'read_before',
  'read_after',
  'call_before',
  'call_after',
  'bus_before',
  'bus_after',
  'subscription_after',
  'timer',
] as const;

/** Points that need answers to approvals or cancellation. */
export const POINTS_OF_LATER_FEATURES: readonly PointName[] = [
  'after-resume-received',
  'after-answer-claim-append',
  'after-approval-written',
  'after-cancel-append',
  'after-stop-written',
];

/** Points at which a process can die. */
export const DEATH_POINTS = [
  'before-create-append',
  // Twice, as some below: they are passed more rarely than the others.
  'after-create-append',
  'after-create-append',
  'after-claim-append',
  'after-request-written',
  'after-response-before-bind-append',
  'after-bind-append',
  'after-first-provider-event-append',
  'after-first-provider-event-append',
  'before-terminal-append',
  'after-terminal-append',
  'before-offset-commit',
  'after-append-error',
  'after-produce-before-commit',
  'after-publish',
] as const satisfies readonly PointName[];

/** A place where a process can die. */
export type DeathPlace = (typeof DEATH_AWAITS)[number] | PointName;

/** Passages of a named point among which the deadly one is drawn. */
const POINT_PASSAGES = 4;
/** The same of an await, for each second of faults. */
const AWAITS_A_SECOND = 1;

/** The deaths of one run, drawn once: each at the nth passage of a place. */
export class Deaths {
  readonly #planned: readonly { readonly place: DeathPlace; readonly nth: number }[];
  readonly #passed = new Map<DeathPlace, number>();
  #off = false;

  /** At most `most` of each sort, within `faultsMs`. */
  constructor(random: SeededRandom, most: number, faultsMs: number) {
    const awaits = Array.from({ length: random.below(most) }, () => ({
      place: random.pick(DEATH_AWAITS),
      nth: 1 + random.below((faultsMs / 1_000) * AWAITS_A_SECOND),
    }));
    const points = Array.from({ length: random.below(most) }, () => ({
      place: random.pick(DEATH_POINTS),
      nth: 1 + random.below(POINT_PASSAGES),
    }));
    this.#planned = [...awaits, ...points];
  }

  /** Counts one more passage and says whether the process dies at it. */
  at(place: DeathPlace): boolean {
    const nth = (this.#passed.get(place) ?? 0) + 1;
    this.#passed.set(place, nth);
    return !this.#off && this.#planned.some((death) => death.place === place && death.nth === nth);
  }

  /** Nobody dies any more. */
  stop(): void {
    this.#off = true;
  }
}
