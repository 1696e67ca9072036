import type { ProtocolError } from '@aip-hermes/aip';
import {
  joinRun,
  operatorError,
  PROJECTION_VERSION,
  requestRun,
  type CommandDecision,
  type ProjectionContext,
  type RunRequest,
} from '@aip-hermes/binding';
import type { Endpoint } from '../runs/endpoint.js';
import { newClaim } from '../runs/new-claim.js';
import type { BindingStream } from '../streams/binding-stream.js';
import type { BuiltRequest } from './action-request.js';
import type { AdmissionDeps, AdmissionDesk } from './admission-deps.js';
import type { TakenOf } from './taken-command.js';

/** What a decision on a run is made from. */
export interface RunToDecide {
  readonly taken: TakenOf<'aip.core.v1.action'>;
  readonly stream: BindingStream;
  readonly endpoint: Endpoint;
  readonly built: BuiltRequest;
}

/**
 * Fences 1 and 2 (DESIGN 3.2): creates the binding, with a start claim when a slot is free, or joins it; a created one is
 * driven from here on. Call inside the stream's turn. @throws LogUnavailable, AppendTooLarge: nothing was written.
 */
export async function decideRun(desk: AdmissionDesk, run: RunToDecide): Promise<CommandDecision> {
  const { supervisor, places } = desk;
  const { stream, endpoint } = run;
  const isNew = stream.state === null;
  const place = isNew ? places.tryTake() : null;
  const slot = isNew ? endpoint.slots.tryTake() : null;
  try {
    const claim =
      slot === null ? null : newClaim(desk.surroundings, desk.instanceId, endpoint.policy.start_claim_ttl_ms);
    const facts = {
      nowMs: desk.surroundings.clock.now(),
      maxCommandAgeMs: endpoint.policy.max_command_age_ms,
      claim: claim?.data ?? null,
      refusal: run.built.refusal ?? (place === null ? overloaded() : null),
    };
    const { decision, created } = await append(desk, run, facts);
    if (!created) slot?.();
    else if (slot !== null && claim !== null) supervisor.adoptClaimed(stream.actionId, claim.held, slot);
    else supervisor.adoptUnclaimed(stream.actionId);
    return decision;
  } catch (error) {
    slot?.();
    throw error;
  } finally {
    place?.();
  }
}

async function append(
  deps: AdmissionDeps,
  { taken, stream, endpoint, built }: RunToDecide,
  facts: Parameters<typeof requestRun>[1],
): Promise<{ readonly decision: CommandDecision; readonly created: boolean }> {
  let decision: CommandDecision = { kind: 'redelivery' };
  let created = false;
  await stream.commitNow(
    (state) => {
      decision = state === null ? requestRun(built.request, facts) : joinRun(built.request, state);
      created = state === null && decision.kind === 'append';
      return decision.kind === 'append' ? decision : { kind: 'nothing', why: decision.kind };
    },
    {
      whileDown: 'give_up',
      signal: taken.signal,
      causationId: taken.envelope.message_id,
      correlationId: taken.envelope.correlation_id ?? null,
      projection: projectionOf(deps.agent, built.request, endpoint),
      ...(facts.claim === null ? {} : { attemptId: facts.claim.claim_id }),
    },
  );
  return { decision, created };
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
