import type {
  ApprovalAnswerApplied,
  ApprovalAnswerClaimed,
  ApprovalAnswerOutcomeUnknown,
  ApprovalAnswerRejected,
  ApprovalExpired,
  ApprovalRequested,
} from './approval.js';
import type { CancellationRequested, RunStopSent } from './cancellation.js';
import type { ObservationClaimed, ProviderEventObserved, StreamEnded } from './observation.js';
import type {
  DelegationResolved,
  LateEvidenceRecorded,
  RunCancelled,
  RunCompleted,
  RunFailed,
  RunOutcomeUnknown,
} from './outcome.js';
import type { InvocationAccepted, OperatorRunRequested } from './request.js';
import type { RunBound, RunStartClaimed } from './start.js';

/** Every event of a binding's stream by its type (DESIGN 3.1). */
export interface BindingEventData {
  readonly OperatorRunRequested: OperatorRunRequested;
  readonly InvocationAccepted: InvocationAccepted;
  readonly RunStartClaimed: RunStartClaimed;
  readonly RunBound: RunBound;
  readonly ObservationClaimed: ObservationClaimed;
  readonly ProviderEventObserved: ProviderEventObserved;
  readonly StreamEnded: StreamEnded;
  readonly ApprovalRequested: ApprovalRequested;
  readonly ApprovalAnswerClaimed: ApprovalAnswerClaimed;
  readonly ApprovalAnswerApplied: ApprovalAnswerApplied;
  readonly ApprovalAnswerRejected: ApprovalAnswerRejected;
  readonly ApprovalAnswerOutcomeUnknown: ApprovalAnswerOutcomeUnknown;
  readonly ApprovalExpired: ApprovalExpired;
  readonly CancellationRequested: CancellationRequested;
  readonly RunStopSent: RunStopSent;
  readonly RunCompleted: RunCompleted;
  readonly RunFailed: RunFailed;
  readonly RunCancelled: RunCancelled;
  readonly RunOutcomeUnknown: RunOutcomeUnknown;
  readonly DelegationResolved: DelegationResolved;
  readonly LateEvidenceRecorded: LateEvidenceRecorded;
}

/** Name of an event of a binding's stream. */
export type BindingEventType = keyof BindingEventData;

/** An event of a binding's stream: type and data. */
export type BindingEvent = {
  readonly [T in BindingEventType]: { readonly type: T; readonly data: BindingEventData[T] };
}[BindingEventType];

/** All event types of a binding's stream, in the order of DESIGN 3.1. */
export const BINDING_EVENT_TYPES = [
  'OperatorRunRequested',
  'InvocationAccepted',
  'RunStartClaimed',
  'RunBound',
  'ObservationClaimed',
  'ProviderEventObserved',
  'StreamEnded',
  'ApprovalRequested',
  'ApprovalAnswerClaimed',
  'ApprovalAnswerApplied',
  'ApprovalAnswerRejected',
  'ApprovalAnswerOutcomeUnknown',
  'ApprovalExpired',
  'CancellationRequested',
  'RunStopSent',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
  'DelegationResolved',
  'LateEvidenceRecorded',
] as const satisfies readonly BindingEventType[];
