import { bindingStream, rejectionStream, resumeStream, type BindingEvent } from '@aip-hermes/binding';
import {
  accepted,
  answerClaimed,
  asked,
  bound,
  cancelAsked,
  CHILD_RESULT,
  claimed,
  DELEGATE,
  delegatedRequest,
  ended,
  ERROR,
  failed,
  facts,
  late,
  observing,
  requested,
  RESUME,
  RESUME_ID,
  resumeReceived,
  said,
  SOURCE,
  SOURCE_ID,
  stopSent,
  unknown,
} from './hand-built-events.js';
import { sealed, type Append } from './sealed.js';

const stream = bindingStream(SOURCE_ID);

/** One append to the binding stream. */
function of(...events: readonly BindingEvent[]): Append {
  return { stream, events };
}

const started = of(requested, accepted(SOURCE), claimed);
const following = of(bound, observing);
const resumed: Append = { stream: resumeStream(RESUME_ID), events: [resumeReceived] };
const answering = of(accepted(RESUME), answerClaimed);
const asking = [started, following, of(said(0, 'May I? ')), of(asked(1, 1, [SOURCE])), resumed, answering];

const STORIES: Readonly<Record<string, readonly Append[]>> = {
  'hand-built-answer-applied': [
    ...asking,
    of({
      type: 'ApprovalAnswerApplied',
      data: {
        action_id: RESUME_ID,
        approval_generation: 1,
        closes: [1],
        diagnostic: { http_status: 200 },
        next_sequence: 2,
        output: facts('running'),
        settles: [],
      },
    }),
    of(said(2, 'Thanks.')),
    of(ended('RunCompleted', 3, [RESUME, SOURCE])),
  ],
  'hand-built-answer-applied-another-open': [
    started,
    following,
    of(asked(0, 1, [SOURCE]), asked(1, 2, [])),
    resumed,
    answering,
    of({
      type: 'ApprovalAnswerApplied',
      data: {
        action_id: RESUME_ID,
        approval_generation: 1,
        closes: [1],
        diagnostic: { http_status: 200 },
        next_sequence: 2,
        output: facts('waiting_for_approval', {
          last_event: 'approval.request',
          pending_approval: { event: 'approval.request', command: 'rm 2', approval_generation: 2 },
        }),
        settles: [RESUME],
      },
    }),
    of(ended('RunCancelled', 2, [SOURCE])),
  ],
  'hand-built-answer-rejected': [
    ...asking,
    of(
      {
        type: 'ApprovalAnswerRejected',
        data: {
          action_id: RESUME_ID,
          approval_generation: 1,
          diagnostic: { http_status: 409 },
          error: ERROR,
          next_sequence: 2,
          output: facts('waiting_for_approval', { last_event: 'approval.request' }),
          settles: [RESUME],
        },
      },
      { type: 'ApprovalExpired', data: { sequence: 2, generation: 1, reason: 'answered_elsewhere' } },
    ),
    of(ended('RunCompleted', 3, [SOURCE])),
  ],
  'hand-built-answer-unknown': [
    ...asking,
    of(
      {
        type: 'ApprovalAnswerOutcomeUnknown',
        data: { action_id: RESUME_ID, approval_generation: 1, diagnostic: { reason: 'connection reset' } },
      },
      unknown(2, 'approval', 'approval_outcome_unknown', [RESUME, SOURCE]),
    ),
    of(late),
  ],
  'hand-built-prompt-timed-out': [
    started,
    following,
    of(asked(0, 1, [SOURCE])),
    of({ type: 'ApprovalExpired', data: { sequence: 1, generation: 1, reason: 'timed_out' } }),
    of(failed(2, 'observation', 'operator_failed', [SOURCE])),
  ],
  'hand-built-cancelled': [
    started,
    following,
    of(said(0, 'I try')),
    of(cancelAsked),
    of(stopSent),
    of(ended('RunCancelled', 1, [SOURCE])),
  ],
  'hand-built-cancel-before-start': [
    of(requested, accepted(SOURCE)),
    of(cancelAsked),
    of(failed(0, 'start', 'operator_not_started', [SOURCE])),
  ],
  'hand-built-cancel-unknown': [
    started,
    following,
    of(cancelAsked),
    of(stopSent),
    of(unknown(0, 'cancellation', 'cancellation_outcome_unknown', [SOURCE])),
  ],
  'hand-built-delegation-resolved': [
    of(delegatedRequest, accepted(DELEGATE), claimed),
    following,
    of(said(0, 'Calling the child.')),
    of(ended('RunCompleted', 1, [])),
    of({
      type: 'DelegationResolved',
      data: {
        code: null,
        queue_digest: 'sha256:1',
        lifecycle_digest: 'sha256:2',
        child_result: CHILD_RESULT,
        error: null,
        next_sequence: 2,
        settles: [DELEGATE],
      },
    }),
  ],
  'hand-built-delegation-not-verified': [
    of(delegatedRequest, accepted(DELEGATE), claimed),
    following,
    of(ended('RunCompleted', 0, [])),
    of({
      type: 'DelegationResolved',
      data: {
        code: 'connector.hermes_agent.delegated_tenant_mismatch',
        queue_digest: 'sha256:1',
        lifecycle_digest: 'sha256:2',
        child_result: null,
        error: { ...ERROR, code: 'connector.hermes_agent.delegated_tenant_mismatch' },
        next_sequence: 1,
        settles: [DELEGATE],
      },
    }),
  ],
  'hand-built-delegation-cancelled': [
    of(delegatedRequest, accepted(DELEGATE), claimed),
    following,
    of(asked(0, 1, [DELEGATE])),
    of(ended('RunCancelled', 1, [DELEGATE])),
  ],
  'hand-built-cancel-refused': [
    {
      stream: rejectionStream(SOURCE_ID),
      events: [
        {
          type: 'CommandRefused',
          data: {
            action_id: SOURCE_ID,
            source: { partition: 0, offset: 3 },
            invocation: { ...SOURCE, message_id: 'msg_cancel' },
            reply: { kind: 'ack_rejected', reason: 'A person is asked; answer with deny.', error: ERROR },
          },
        },
      ],
    },
  ],
};

/** Streams of events that the connector does not produce yet, made by hand and sealed as it seals. */
export const HAND_BUILT = Object.fromEntries(
  Object.entries(STORIES).map(([name, story]) => [name, () => sealed(stream, story)]),
);
