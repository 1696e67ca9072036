import type { PointName } from '../../points/point-names.js';
import type { Scenario } from './scenario.js';

/**
 * One pass through a scenario. A file may ask for several: one for each entry of a list of points, both orders of a
 * race (the one to do is `a` first), each entry of a matrix. Every pass begins in a fresh world.
 */
export interface PlannedRun {
  /** Tells this pass from the others of its file, such as `steps[2].at = after-bind-append`; empty when it is the only one. */
  readonly label: string;
  /** No `at` in it is a list. */
  readonly scenario: Scenario;
  /** Contents of the files that the scenario names. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Seed of everything drawn, from the name of the file. */
  readonly seed: number;
  /** What expectations call the source Action, when it is not the one of the first delivered envelope. */
  readonly source: string | null;
  /** Actions that a `crash` with a point is meant for; null: any. */
  readonly crashOnlyFor: readonly string[] | null;
}

/**
 * Runs one pass to its end and tells what was not as expected, one sentence each (empty: it passed). A step that
 * cannot hold is such a sentence too, with the number of the step. Anything thrown fails the file as well.
 */
export type ScenarioRunner = (run: PlannedRun) => Promise<readonly string[]>;

/** The point of a step of a planned run. */
export function onePoint(at: PointName | readonly PointName[]): PointName {
  if (typeof at === 'string') return at;
  throw new Error('a list of points is run as one pass for each');
}
