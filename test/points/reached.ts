import type { PointName } from './point-names.js';

/** What a point is about. */
export interface About {
  /** The process; a name that its starter chose. */
  readonly instance: string;
  /** The source Action, where there is one. */
  readonly action: string | null;
  /** Sequences of the chunks or provider events that are part of it. */
  readonly sequences?: readonly number[];
}

/**
 * Called at a point of the course of things (`point-names.ts`); what is at the point goes on when the promise resolves. To
 * hold it, do not resolve; to kill, end the process inside.
 */
export type Reached = (point: PointName, about: About) => Promise<void>;
