import type { CommandRefused, OpenBindingsSnapshot, ReplayServed, ResumeReceived } from './beside.js';

/** Events of the streams beside a binding, by type (DESIGN 3). */
export interface BesideEventData {
  readonly ResumeReceived: ResumeReceived;
  readonly CommandRefused: CommandRefused;
  readonly ReplayServed: ReplayServed;
  readonly OpenBindingsSnapshot: OpenBindingsSnapshot;
}

/** Name of an event beside a binding. */
export type BesideEventType = keyof BesideEventData;

/** An event of a stream beside a binding: type and data. */
export type BesideEvent = {
  readonly [T in BesideEventType]: { readonly type: T; readonly data: BesideEventData[T] };
}[BesideEventType];

/** All event types beside a binding. */
export const BESIDE_EVENT_TYPES = [
  'ResumeReceived',
  'CommandRefused',
  'ReplayServed',
  'OpenBindingsSnapshot',
] as const satisfies readonly BesideEventType[];
