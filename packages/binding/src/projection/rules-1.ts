import type { JsonObject } from '@aip-hermes/aip';
import type { Draft } from './draft.js';
import { projectAnswerApplied, projectAnswerRejected, projectApprovalRequested } from './project-approval.js';
import {
  projectCancellationRequested,
  projectCommandRefused,
  projectInvocationAccepted,
  projectReplayServed,
} from './project-beside.js';
import { projectDelegationResolved, projectEnding } from './project-ending.js';
import { projectApprovalExpired, projectProviderEvent, projectStreamEnded } from './project-observation.js';
import type { PublishableEventType } from './publishable-event-types.js';
import type { RowContext } from './read-context.js';
import { sourceActionOf } from './source-action.js';

/** An event as the rules see it. */
export interface ReadRow {
  readonly stream: string;
  readonly type: PublishableEventType;
  readonly data: JsonObject;
  readonly context: RowContext;
}

/**
 * Projection rules, version 1 (SPEC 4, 12; O2, O3, O11): the chunk first, then the replies in the order recorded.
 * Changed bytes need a new version, never a change here (DESIGN 9.4).
 */
export function rules1({ stream, type, data, context }: ReadRow): readonly Draft[] {
  switch (type) {
    case 'ProviderEventObserved':
      return projectProviderEvent(sourceActionOf(stream), context, data);
    case 'StreamEnded':
      return projectStreamEnded(sourceActionOf(stream), context, data);
    case 'ApprovalRequested':
      return projectApprovalRequested(sourceActionOf(stream), context, data);
    case 'ApprovalExpired':
      return projectApprovalExpired(sourceActionOf(stream), context, data);
    case 'ApprovalAnswerApplied':
      return projectAnswerApplied(sourceActionOf(stream), data);
    case 'ApprovalAnswerRejected':
      return projectAnswerRejected(sourceActionOf(stream), data);
    case 'InvocationAccepted':
      return projectInvocationAccepted(sourceActionOf(stream), data);
    case 'CancellationRequested':
      return projectCancellationRequested(sourceActionOf(stream), data);
    case 'RunCompleted':
    case 'RunFailed':
    case 'RunCancelled':
    case 'RunOutcomeUnknown':
      return projectEnding(type, sourceActionOf(stream), context, data);
    case 'DelegationResolved':
      return projectDelegationResolved(sourceActionOf(stream), data);
    case 'CommandRefused':
      return projectCommandRefused(data);
    case 'ReplayServed':
      return projectReplayServed(data);
  }
}
