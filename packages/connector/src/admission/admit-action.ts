import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import {
  isOperatorActionId,
  joinRun,
  notAvailableYet,
  operatorError,
  parseOperatorInput,
  PROJECTION_VERSION,
  requestRun,
  type CommandDecision,
  type ProjectionContext,
  type RunRequest,
} from '@aip-hermes/binding';
import { AppendTooLarge } from '@aip-hermes/event-log';
import type { Endpoint } from '../runs/endpoint.js';
import { newClaim } from '../runs/new-claim.js';
import type { BindingStream } from '../streams/binding-stream.js';
import { actionRequest, type ActionRequest } from './action-request.js';
import type { AdmissionDeps } from './admission-deps.js';
import { endpointFor } from './endpoint-for.js';
import { refuseCommand } from './refuse-command.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller, type Trusted } from './trusted-caller.js';
import { visibleSource } from './visible-source.js';

type TakenAction = TakenOf<'aip.core.v1.action'>;

/**
 * Decides on an Action and makes the decision durable (DESIGN 5, Admit; SPEC sections 2, 3, M1, M2, M8 to M10). Never
 * waits for a run. @throws LogUnavailable when nothing was decided: the record must come again.
 */
export async function admitAction(deps: AdmissionDeps, taken: TakenAction): Promise<void> {
  const { action } = taken.envelope.body;
  const { trusted, error } = trustedCaller(taken.envelope, deps.ingress, deps.surroundings.clock.now());
  if (!isOperatorActionId(action.id)) {
    const message = 'An operator Action id must be act_ and 1 to 200 characters of A-Z, a-z, 0-9, _ and -.';
    await refuse(deps, taken, trusted, operatorError('action.invalid_input', message, { rule: 'I10' }));
    return;
  }
  const lease = deps.registry.acquire(action.id);
  try {
    await lease.stream.exclusively(() => decideOnAction(deps, taken, trusted, error, lease.stream));
  } finally {
    lease.release();
  }
}

async function decideOnAction(
  deps: AdmissionDeps,
  taken: TakenAction,
  trusted: Trusted,
  contextError: ProtocolError | null,
  stream: BindingStream,
): Promise<void> {
  const { action } = taken.envelope.body;
  const messageId = taken.envelope.message_id;
  const state = await stream.load();
  if (state?.messageIds.has(messageId) === true) return;
  if (await deps.beside.wasRefused(action.id, messageId)) return;
  if (contextError !== null) return refuse(deps, taken, trusted, contextError);
  const endpoint = endpointFor(deps.endpoints, action.capability_id, trusted.caller);
  if (endpoint.kind === 'refused') return refuse(deps, taken, trusted, endpoint.error);
  const answer = await answerRefusal(deps, taken, trusted, state !== null);
  if (answer !== null) return refuse(deps, taken, trusted, answer);
  const built = actionRequest(
    taken.envelope,
    taken.exact,
    trusted,
    endpoint.endpoint,
    deps.log.maxAppendBytes,
  );
  const decision = await appendDecision(deps, taken, stream, endpoint.endpoint, built);
  await carryOut(deps, taken, trusted, decision, built.request);
}

/** A resume: answers to prompts come with their own feature; what can be said now is whether the source exists. */
async function answerRefusal(
  deps: AdmissionDeps,
  taken: TakenAction,
  trusted: Trusted,
  isSource: boolean,
): Promise<ProtocolError | null> {
  const { action } = taken.envelope.body;
  const input = parseOperatorInput(action.input);
  if (input.kind !== 'resume') return null;
  if (isSource) {
    const message = 'The Action id belongs to a run; an answer needs an Action id of its own.';
    return operatorError('connector.hermes_agent.operator_policy', message, { rule: 'I10' });
  }
  const source = await visibleSource(deps.log, input.source_action_id, trusted.caller);
  if (source !== null) return notAvailableYet('resume');
  const message = 'There is no source Action with this id.';
  return operatorError('connector.hermes_agent.operator_policy', message);
}

/** Fences 1 and 2: creates the binding, with a start claim when a slot is free, or joins it. */
async function appendDecision(
  deps: AdmissionDeps,
  taken: TakenAction,
  stream: BindingStream,
  endpoint: Endpoint,
  built: ActionRequest,
): Promise<CommandDecision> {
  const { surroundings, supervisor, ingress } = deps;
  const slot = stream.state === null ? endpoint.slots.tryTake() : null;
  const claim =
    slot === null ? null : newClaim(surroundings, deps.instanceId, endpoint.policy.start_claim_ttl_ms);
  const facts = {
    nowMs: surroundings.clock.now(),
    maxCommandAgeMs: endpoint.policy.max_command_age_ms,
    claim: claim?.data ?? null,
    refusal: built.refusal ?? (supervisor.open >= ingress.maxOpenBindings ? overloaded() : null),
  };
  let decision: CommandDecision = { kind: 'redelivery' };
  let created = false;
  try {
    const committed = await stream.commitNow(
      (state) => {
        created = state === null;
        decision = state === null ? requestRun(built.request, facts) : joinRun(built.request, state);
        return decision.kind === 'append' ? decision : { kind: 'nothing', why: decision.kind };
      },
      {
        whileDown: 'give_up',
        signal: taken.signal,
        causationId: taken.envelope.message_id,
        correlationId: taken.envelope.correlation_id ?? null,
        projection: projectionOf(deps.agent, built.request, endpoint),
        attemptId: claim?.data.claim_id ?? surroundings.ids.uuid(),
      },
    );
    if (created && committed.kind === 'appended') {
      if (slot !== null && claim !== null) supervisor.adoptClaimed(stream.actionId, claim.held, slot);
      else supervisor.adoptUnclaimed(stream.actionId);
      return decision;
    }
    slot?.();
    return decision;
  } catch (error) {
    slot?.();
    if (error instanceof AppendTooLarge) return { kind: 'refuse', error: tooLarge(error) };
    throw error;
  }
}

async function carryOut(
  deps: AdmissionDeps,
  taken: TakenAction,
  trusted: Trusted,
  decision: CommandDecision,
  request: RunRequest,
): Promise<void> {
  switch (decision.kind) {
    case 'append':
    case 'redelivery':
      return;
    case 'refuse':
      return refuse(deps, taken, trusted, decision.error);
    case 'replay': {
      const served = {
        source_action_id: request.requested.action_id,
        invocation: { ...request.invocation, role: 'replay' },
        result: decision.result,
      } as const;
      const outcome = await deps.beside.replay(served, taken.signal);
      if (outcome === 'full') return refuse(deps, taken, trusted, replayedTooOften());
    }
  }
}

function refuse(
  deps: AdmissionDeps,
  taken: TakenAction,
  trusted: Trusted,
  error: ProtocolError,
): Promise<void> {
  const { action } = taken.envelope.body;
  const { record, envelope, signal } = taken;
  const about = {
    action_id: action.id,
    role: 'source',
    mode: action.mode ?? 'sync',
    delegation: null,
  } as const;
  return refuseCommand(deps, {
    record,
    envelope,
    trusted,
    about,
    signal,
    reply: { kind: 'action_result', error },
  });
}

function projectionOf(agent: string, request: RunRequest, endpoint: Endpoint): ProjectionContext {
  const { invocation } = request;
  return {
    version: PROJECTION_VERSION,
    agent,
    to: invocation.reply_to,
    publish_chunks: endpoint.policy.publish_chunks === 'always' || invocation.mode === 'streaming',
    session_id: invocation.session_id,
    traceparent: invocation.traceparent,
  };
}

/** A moment in which some open run is likely to end, milliseconds. */
const OVERLOAD_RETRY_MS = 5_000;

function overloaded(): ProtocolError {
  const message =
    'The connector holds as many open runs as it may (limits.max_open_bindings). Send the command again later.';
  return operatorError('connector.hermes_agent.operator_overloaded', message, {
    retryAfterMs: OVERLOAD_RETRY_MS,
  });
}

function replayedTooOften(): ProtocolError {
  const message = 'This Action was replayed too often within a day; its result was published each time.';
  return operatorError('connector.hermes_agent.operator_policy', message, { rule: 'B8' });
}

function tooLarge(error: AppendTooLarge): ProtocolError {
  return protocolError({
    code: 'action.invalid_input',
    message: `The Action is too large for the event log: ${error.message}`,
    category: 'permanent',
    retryable: false,
    details: { rule: 'I8' },
  });
}
