import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';
import type { BindingEvent } from '../events/binding-event.js';
import type { Evidence } from '../events/outcome.js';
import { redactText } from '../redaction/redact-text.js';
import type { BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { outputFacts } from './output-facts.js';
import { settledByTheEnd } from './settles.js';

/** What the provider said when it refused the start. */
export interface StartRejection {
  readonly httpStatus: number;
  readonly providerCode: string | null;
  readonly providerMessage: string | null;
  readonly retryAfterMs: number | null;
}

/** SPEC S3: a 4xx is a definite refusal; the run does not exist. What the provider said is kept without credentials (G10). */
export function rejectStart(
  state: BindingState,
  claimId: string,
  rejection: StartRejection,
  secrets: readonly string[],
): StreamDecision {
  return whileClaimed(state, claimId, () => {
    const details: Record<string, string | number> = { http_status: rejection.httpStatus };
    const { providerCode, providerMessage } = rejection;
    if (providerCode !== null) details['provider_code'] = redactText(providerCode, secrets);
    if (providerMessage !== null) details['provider_message'] = redactText(providerMessage, secrets);
    const error = operatorError(
      'connector.hermes_agent.operator_start_rejected',
      `Hermes refused to start the run (HTTP ${rejection.httpStatus}). No run exists. Correct the cause and submit a new Action.`,
      {
        rule: 'S3',
        details,
        ...(rejection.retryAfterMs === null ? {} : { retryAfterMs: rejection.retryAfterMs }),
      },
    );
    const evidence: Evidence = {
      request_sent: true,
      reason: 'rejected by the provider',
      http_status: rejection.httpStatus,
    };
    return failed(state, error, evidence, 'start');
  });
}

/** SPEC S5, S6: the run may exist; nobody ever starts it again (G1, G3). The evidence is kept without credentials (G10). */
export function loseStart(
  state: BindingState,
  claimId: string,
  evidence: Evidence,
  secrets: readonly string[],
): StreamDecision {
  return whileClaimed(state, claimId, () => startUnknown(state, keepEvidence(evidence, secrets)));
}

/** An id that holds a credential is not kept: masked it would name nothing. */
function keepEvidence({ run_id_seen: id, ...evidence }: Evidence, secrets: readonly string[]): Evidence {
  const kept = { ...evidence, reason: redactText(evidence.reason, secrets) };
  return id === undefined || redactText(id, secrets) !== id ? kept : { ...kept, run_id_seen: id };
}

/** SPEC S10: the holder of the claim has provably sent nothing. */
export function abandonStart(state: BindingState, claimId: string, reason: string): StreamDecision {
  return whileClaimed(state, claimId, () => {
    const message = `The run was not started: ${reason}. Nothing was sent to Hermes. Submit a new Action.`;
    const error = operatorError('connector.hermes_agent.operator_not_started', message, {
      rule: 'S10',
      details: { request_sent: false },
    });
    return notStarted(state, error, reason);
  });
}

/** SPEC S7: the claim's owner is gone. Nobody steals the claim; the outcome is unknown. */
export function condemnClaim(state: BindingState, reason: string): StreamDecision {
  const claim = state.binding.start_claim;
  if (claim === null || state.binding.status !== 'starting') return nothing('no unbound claim');
  return append(
    startUnknown(state, {
      request_sent: true,
      reason,
      instance_id: claim.instance_id,
      claim_id: claim.claim_id,
    }),
  );
}

/** RunFailed for a run that certainly was never asked for. */
export function notStarted(state: BindingState, error: ProtocolError, reason: string): BindingEvent {
  return failed(state, error, { request_sent: false, reason }, 'start');
}

function failed(state: BindingState, error: ProtocolError, evidence: Evidence, phase: 'start'): BindingEvent {
  return {
    type: 'RunFailed',
    data: {
      sequence: state.binding.next_sequence,
      seen_by: 'local',
      phase,
      provider: null,
      error,
      evidence,
      output: outputFacts(state, 'failed', null),
      settles: settledByTheEnd(state),
    },
  };
}

function startUnknown(state: BindingState, evidence: Evidence): BindingEvent {
  const sent = evidence.request_sent
    ? 'Hermes may be working on it'
    : 'no byte of the request can have left this process';
  const details: JsonObject = { request_sent: evidence.request_sent, reason: evidence.reason };
  const error = operatorError(
    'connector.hermes_agent.operator_outcome_unknown',
    `It is not known whether the run was started (${sent}). It is never started again. ` +
      `Look for session ${state.binding.session_id} in Hermes, then submit a new Action if it is safe.`,
    { rule: 'S6', details },
  );
  return {
    type: 'RunOutcomeUnknown',
    data: {
      sequence: state.binding.next_sequence,
      phase: 'start',
      provider: null,
      error,
      evidence,
      output: outputFacts(state, 'outcome_unknown', null),
      settles: settledByTheEnd(state),
    },
  };
}

function whileClaimed(state: BindingState, claimId: string, event: () => BindingEvent): StreamDecision {
  const { binding } = state;
  if (binding.status !== 'starting' || binding.start_claim?.claim_id !== claimId) {
    return nothing('the claim is not in force');
  }
  return append(event());
}
