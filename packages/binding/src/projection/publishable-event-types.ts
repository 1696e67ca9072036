import type { BesideEventType } from '../events/beside-event.js';
import type { BindingEventType } from '../events/binding-event.js';

/** The event types that can give messages: what a projector subscribes to. */
export const publishableEventTypes = [
  'InvocationAccepted',
  'ProviderEventObserved',
  'StreamEnded',
  'ApprovalRequested',
  'ApprovalAnswerApplied',
  'ApprovalAnswerRejected',
  'ApprovalExpired',
  'CancellationRequested',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
  'DelegationResolved',
  'CommandRefused',
  'ReplayServed',
] as const satisfies readonly (BindingEventType | BesideEventType)[];

/** Name of an event that can give messages. */
export type PublishableEventType = (typeof publishableEventTypes)[number];

const TYPES: ReadonlySet<string> = new Set(publishableEventTypes);

/** Whether events of this type can give messages. */
export function isPublishable(type: string): type is PublishableEventType {
  return TYPES.has(type);
}
