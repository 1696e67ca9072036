import {
  abandonStart,
  bindRun,
  idempotencyHeader,
  loseStart,
  redactText,
  rejectStart,
  startBody,
  type BindingState,
  type Evidence,
  type StreamDecision,
} from '@aip-hermes/binding';
import type { StartOutcome, StartRequest } from '@aip-hermes/hermes-client';
import { patiently, type RunContext } from './run-context.js';

/** A claim this process holds, with the monotonic time from just before its append (DESIGN 3.2 fence 3). */
export interface HeldClaim {
  readonly claimId: string;
  readonly takenAtMonotonic: number;
}

/** The call's time ends this long before the claim, or a sixth of the claim where that is less. */
const CLAIM_MARGIN_MS = 10_000;

/**
 * Fence 3: sends `POST /v1/runs`, once, and records what came of it. The claim is confirmed. Returns the
 * observation's claim id when the run was bound, null when it ended here. SPEC S3 to S6, S10.
 */
export async function startRun(run: RunContext, claim: HeldClaim): Promise<string | null> {
  const state = run.stream.state;
  if (state?.binding.start_claim?.claim_id !== claim.claimId || state.unreadable !== null) return null;
  const timeLeft = timeForTheCall(run, claim);
  if (timeLeft <= 0) {
    await settle(run, (now) =>
      abandonStart(now, claim.claimId, 'the time of the start claim was used up before sending'),
    );
    return null;
  }
  const request = buildRequest(run, state, timeLeft);
  if (request === null) {
    await settle(run, (now) => abandonStart(now, claim.claimId, 'the request could not be built'));
    return null;
  }
  const outcome = await run.endpoint.client.startRun(request, run.signal);
  return record(run, claim, outcome);
}

/** The start call, or null when a defect here keeps it from being built: then nothing was sent (S10). */
function buildRequest(run: RunContext, state: BindingState, timeoutMs: number): StartRequest | null {
  const { request, binding } = state;
  try {
    return {
      body: startBody({
        action: { id: binding.action_id, input: request.action['input'] ?? null },
        policy: run.endpoint.policy,
      }),
      idempotencyKey: idempotencyHeader({
        capability: request.capability_id,
        tenant: binding.tenant,
        actionId: binding.action_id,
        key: request.idempotency_key,
      }),
      headers: traceHeaders(state),
      timeoutMs,
    };
  } catch (error) {
    run.surroundings.log.error(
      { action_id: binding.action_id, err: error },
      'the start request cannot be built',
    );
    return null;
  }
}

/** Milliseconds until the start call must have ended. Not positive: do not send (S10). */
function timeForTheCall(run: RunContext, claim: HeldClaim): number {
  const ttl = run.endpoint.policy.start_claim_ttl_ms;
  const margin = Math.min(CLAIM_MARGIN_MS, ttl / 6);
  const used = run.surroundings.clock.monotonic() - claim.takenAtMonotonic;
  return Math.floor(ttl - margin - used);
}

async function record(run: RunContext, claim: HeldClaim, outcome: StartOutcome): Promise<string | null> {
  const { log } = run.surroundings;
  switch (outcome.kind) {
    case 'accepted': {
      if (redactText(outcome.runId, run.secrets) !== outcome.runId) {
        log.error({ action_id: run.stream.actionId }, 'the run id holds a credential; it is not kept');
        const evidence = { request_sent: true, reason: 'the provider gave a credential as run id (G10)' };
        await settle(run, (now) => loseStart(now, claim.claimId, evidence, run.secrets));
        return null;
      }
      const observation = { claim_id: run.surroundings.ids.uuid(), instance_id: run.instanceId };
      const { runId, replayed } = outcome;
      await settle(run, (now) =>
        bindRun(now, { claim_id: claim.claimId, run_id: runId, replayed, observation }),
      );
      return run.stream.state?.binding.observation?.claim_id === observation.claim_id
        ? observation.claim_id
        : null;
    }
    case 'rejected':
      log.warn(
        { action_id: run.stream.actionId, http_status: outcome.httpStatus },
        'the provider refused the start',
      );
      await settle(run, (now) => rejectStart(now, claim.claimId, outcome, run.secrets));
      return null;
    case 'not_sent':
      log.warn({ action_id: run.stream.actionId, reason: outcome.reason }, 'the start was not sent');
      await settle(run, (now) => abandonStart(now, claim.claimId, outcome.reason));
      return null;
    case 'unknown':
      log.error(
        { action_id: run.stream.actionId, reason: outcome.reason },
        'the outcome of the start is unknown; it is never repeated',
      );
      await settle(run, (now) => loseStart(now, claim.claimId, evidenceOf(outcome), run.secrets));
      return null;
  }
}

function settle(run: RunContext, decide: (state: BindingState) => StreamDecision): Promise<unknown> {
  return run.stream.commit(decide, patiently(run));
}

function evidenceOf(outcome: Extract<StartOutcome, { kind: 'unknown' }>): Evidence {
  return {
    request_sent: outcome.requestSent,
    reason: outcome.reason,
    ...(outcome.httpStatus === null ? {} : { http_status: outcome.httpStatus }),
    ...(outcome.runIdSeen === null ? {} : { run_id_seen: outcome.runIdSeen }),
  };
}

function traceHeaders(state: BindingState): Record<string, string> {
  const { traceparent } = state.projection;
  return traceparent === null ? {} : { traceparent };
}
