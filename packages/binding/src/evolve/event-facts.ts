import type { ProjectionContext } from '../metadata.js';

/** What the log says about an event beside its type and data. */
export interface EventFacts {
  /** Position of the event in its stream, from 0. */
  readonly revision: number;
  /** `recorded_at` of its metadata, RFC 3339. */
  readonly recordedAt: string;
  /** `chain` of its metadata; null when it has none. */
  readonly chain: string | null;
  /** `projection` of its metadata. */
  readonly projection: ProjectionContext;
}
