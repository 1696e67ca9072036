import type { PointName } from '../../points/point-names.js';
import type { Scene } from '../scenes/scene.js';

/** Exactly so many, or from one to the other where the point leaves it open. */
export type Bound = number | readonly [least: number, most: number];

/** What has to come of an Action whose process was killed at a point. */
export interface ExpectedEnd {
  readonly result: 'completed' | 'unknown';
  /** Start calls the provider has seen at the kill, and in the end. */
  readonly startsAtKill: Bound;
  readonly starts: Bound;
  /** Requests for its event stream in the end: the stream of a run is read once at most (SPEC O7). */
  readonly streams: Bound;
  /** Results for its command that were published at the kill. */
  readonly resultsAtKill: Bound;
  /** Whether the next process comes by the point for the same Action again, so that it can be killed there again. */
  readonly comesAgain: boolean;
  readonly why: string;
}

/** One way of being killed at a point. */
export interface KillCase {
  readonly point: PointName;
  /** What tells it from other cases of the point; empty when there are none. */
  readonly variant: string;
  readonly scene: Scene;
  /** The occurrences at which a process is killed in turn, from 1 to this. */
  readonly occurrences: number;
  /** The first that this is about; earlier ones are another case's. */
  readonly from: number;
  /** Whether records that name no Action count beside what is about the target. */
  readonly countsNameless: boolean;
  /** The command's record comes once more before the restart, as if its offset was not committed. */
  readonly redelivered: boolean;
  readonly end: ExpectedEnd;
}
