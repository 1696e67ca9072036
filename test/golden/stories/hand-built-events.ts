import type { JsonObject } from '@aip-hermes/aip';
import type {
  BesideEvent,
  BindingEvent,
  BindingEventData,
  Invocation,
  OutputFacts,
} from '@aip-hermes/binding';

/** Action of the hand-built runs, and of the answer to their prompt. */
export const SOURCE_ID = 'act_source';
export const RESUME_ID = 'act_resume';

/** The command that asked for the run. */
export const SOURCE: Invocation = {
  message_id: 'msg_source',
  action_id: SOURCE_ID,
  role: 'source',
  mode: 'streaming',
  correlation_id: 'corr_1',
  session_id: null,
  reply_to: { id: 'user:ada', kind: 'human' },
  traceparent: null,
  delegation: null,
};

/** The answer to its prompt. */
export const RESUME: Invocation = {
  ...SOURCE,
  message_id: 'msg_resume',
  action_id: RESUME_ID,
  role: 'resume',
  mode: 'sync',
  correlation_id: 'corr_2',
};

/** The command that asks for the same run as a delegate. */
export const DELEGATE: Invocation = {
  ...SOURCE,
  role: 'delegation',
  delegation: { delegation_id: 'dlg_1', parent_action_id: 'act_parent', child_action_id: SOURCE_ID },
};

/** An error of the connector. */
export const ERROR = {
  code: 'connector.hermes_agent.operator_failed',
  message: 'The Hermes run failed: no disk left',
  category: 'connector',
  retryable: false,
} as const;

/** The native result of a delegated child. */
export const CHILD_RESULT: JsonObject = {
  action_id: SOURCE_ID,
  status: 'completed',
  output: { native: 1 },
  message: [{ type: 'json', data: { native: 1 } }],
};

const RUN_ID = 'run_0be6af4530f3d41defbff479809b0a90';
const AT = '2026-07-09T00:00:00Z';
const UNTIL = '2026-07-09T00:01:00Z';
const INSTANCE = '6c1f2d1e-5b1c-4e0a-9a53-0c9a3f1f1c01';

/** The facts of a result (SPEC R1). */
export function facts(status: string, change: Partial<OutputFacts> = {}): OutputFacts {
  return {
    endpoint_id: 'hermes-a',
    run_id: RUN_ID,
    session_id: `aip-operator-${SOURCE_ID}`,
    source_action_id: SOURCE_ID,
    delegation_id: null,
    parent_action_id: null,
    status,
    last_event: null,
    pending_approval: null,
    ...change,
  };
}

const request: BindingEventData['OperatorRunRequested'] = {
  kind: 'objective',
  action_id: SOURCE_ID,
  action: {
    id: SOURCE_ID,
    capability_id: 'cap:hermes_agent:hermes-a:operator',
    input: { objective: 'Summarise the report' },
    mode: 'streaming',
    idempotency_key: 'key-1',
  },
  delegation: null,
  delegation_id: null,
  parent_action_id: null,
  endpoint_id: 'hermes-a',
  capability_id: 'cap:hermes_agent:hermes-a:operator',
  idempotency_key: 'key-1',
  session_id: `aip-operator-${SOURCE_ID}`,
  request_fingerprint: 'f00d',
  principal: { id: 'user:ada', kind: 'human' },
  tenant: { id: 'tenant-local', system: null },
  sent_at: AT,
  trusted_deadline: null,
  approval_expires_at: null,
  timeout_ms: 900_000,
  policy_digest: 'sha256:0',
};

/** How the run is asked for. */
export const requested: BindingEvent = { type: 'OperatorRunRequested', data: request };

/** How it is asked for as a delegate. */
export const delegatedRequest: BindingEvent = {
  type: 'OperatorRunRequested',
  data: {
    ...request,
    kind: 'delegation',
    delegation: { delegation_id: 'dlg_1' },
    delegation_id: 'dlg_1',
    parent_action_id: 'act_parent',
  },
};

/** A command is accepted. */
export function accepted(invocation: Invocation): BindingEvent {
  return { type: 'InvocationAccepted', data: { invocation } };
}

const claim = { instance_id: INSTANCE, claimed_at: AT, expires_at: UNTIL };

/** The start is claimed, the run is bound and followed. */
export const claimed: BindingEvent = { type: 'RunStartClaimed', data: { claim_id: 'claim-start', ...claim } };
export const bound: BindingEvent = {
  type: 'RunBound',
  data: { claim_id: 'claim-start', run_id: RUN_ID, replayed: null },
};
export const observing: BindingEvent = {
  type: 'ObservationClaimed',
  data: { claim_id: 'claim-observe', instance_id: INSTANCE },
};

/** The provider says a word. */
export function said(sequence: number, delta: string): BindingEvent {
  const provider = { event: 'message.delta', run_id: RUN_ID, delta };
  return {
    type: 'ProviderEventObserved',
    data: { sequence, event: 'message.delta', kind: 'data', provider },
  };
}

/** A person is asked, which settles these. */
export function asked(sequence: number, generation: number, settles: readonly Invocation[]): BindingEvent {
  return {
    type: 'ApprovalRequested',
    data: {
      sequence,
      generation,
      request_id: `req-${generation}`,
      choices: ['once', 'deny'],
      provider: { event: 'approval.request', run_id: RUN_ID, command: `rm ${generation}` },
      seen_by: 'stream',
      output: facts('waiting_for_approval', { last_event: 'approval.request' }),
      settles,
    },
  };
}

/** The answer is recorded in its own stream, and claimed in the source's. */
export const resumeReceived: BesideEvent = {
  type: 'ResumeReceived',
  data: {
    invocation: RESUME,
    source_action_id: SOURCE_ID,
    request_fingerprint: 'beef',
    choice: 'once',
    resolve_all: false,
  },
};
export const answerClaimed: BindingEvent = {
  type: 'ApprovalAnswerClaimed',
  data: {
    action_id: RESUME_ID,
    request_fingerprint: 'beef',
    approval_generation: 1,
    choice: 'once',
    resolve_all: false,
    claim_id: 'claim-answer',
    ...claim,
  },
};

/** A cancel is recorded, and the stop sent. */
export const cancelAsked: BindingEvent = {
  type: 'CancellationRequested',
  data: {
    message_id: 'msg_cancel',
    requested_by: { id: 'user:ada', kind: 'human' },
    reason: 'not needed',
    reply: { ...SOURCE, message_id: 'msg_cancel', mode: 'sync' },
  },
};
export const stopSent: BindingEvent = {
  type: 'RunStopSent',
  data: { http_status: 200, answer: { status: 'stopping' }, reason: 'cancel' },
};

/** A run that was bound ends as the provider says. */
export function ended(
  type: 'RunCompleted' | 'RunCancelled',
  sequence: number,
  settles: readonly Invocation[],
): BindingEvent {
  const word = type === 'RunCompleted' ? 'completed' : 'cancelled';
  const ending = {
    sequence,
    seen_by: 'stream',
    provider: { event: `run.${word}`, run_id: RUN_ID, output: 'All good.' },
    output: facts(word, { last_event: `run.${word}` }),
    settles,
  } as const;
  return type === 'RunCompleted' ? { type, data: ending } : { type, data: { ...ending, error: null } };
}

type Phase = BindingEventData['RunFailed']['phase'];

/** It fails. */
export function failed(
  sequence: number,
  phase: Phase,
  code: string,
  settles: readonly Invocation[],
): BindingEvent {
  const isStarted = phase !== 'start';
  return {
    type: 'RunFailed',
    data: {
      sequence,
      seen_by: 'local',
      phase,
      provider: null,
      error: { ...ERROR, code: `connector.hermes_agent.${code}` },
      evidence: { request_sent: isStarted, reason: 'see the error' },
      output: facts('failed', isStarted ? {} : { run_id: null }),
      settles,
    },
  };
}

/** Nobody knows how it ended. */
export function unknown(
  sequence: number,
  phase: Phase,
  code: string,
  settles: readonly Invocation[],
): BindingEvent {
  return {
    type: 'RunOutcomeUnknown',
    data: {
      sequence,
      phase,
      provider: null,
      error: { ...ERROR, code: `connector.hermes_agent.${code}` },
      evidence: { request_sent: true, reason: 'connection reset' },
      output: facts('outcome_unknown'),
      settles,
    },
  };
}

/** What was learned afterwards. */
export const late: BindingEvent = {
  type: 'LateEvidenceRecorded',
  data: {
    what: 'run_ended',
    run_id: RUN_ID,
    provider: { status: 'completed', output: 'after all' },
    detail: 'The status was read after the outcome was recorded as unknown.',
  },
};
