import {
  protocolError,
  type Action,
  type JsonObject,
  type LosslessJson,
  type LosslessJsonObject,
  type ProtocolError,
} from '@aip-hermes/aip';
import {
  effectiveInputLimit,
  operatorError,
  parseOperatorInput,
  providerInputBytes,
  requestFingerprint,
  sessionIdOf,
  type RunRequest,
} from '@aip-hermes/binding';
import type { Endpoint } from '../runs/endpoint.js';
import { subjectOf } from './command-subject.js';
import { invocationOf } from './invocation-of.js';
import type { TakenOf } from './taken-command.js';
import type { Trusted } from './trusted-caller.js';

/** An Action for a configured endpoint, ready to be decided on. */
export interface BuiltRequest {
  readonly kind: 'built';
  readonly request: RunRequest;
  /** What SPEC section 2 says against a new run of it, or null. */
  readonly refusal: ProtocolError | null;
}

/** A request, or why it can be neither a new run nor join one. */
export type ActionRequest = BuiltRequest | { readonly kind: 'refused'; readonly error: ProtocolError };

/**
 * Serialised bytes of one invocation. The end of a run carries every open one, 64 at most, beside its output: within
 * the 128 KiB that are kept free of an append for them (DESIGN 3, Sizes), or the end could never be recorded.
 */
const MAX_INVOCATION_BYTES = 1_536;

/** Bytes of the admitted Action as it will stand in the log, beside what the events need themselves. */
const EVENT_ROOM_BYTES = 65_536;

/** What a request takes from its endpoint. */
export type RunEndpoint = Pick<Endpoint, 'id' | 'policy' | 'policyDigest'>;

/**
 * Builds the request of an objective from the Action and its trusted context (SPEC I4, I6 to I9, I11, B2). All that
 * can be checked without the binding is checked here, before anything is claimed.
 */
export function actionRequest(
  { envelope, exact, digest }: Pick<TakenOf<'aip.core.v1.action'>, 'envelope' | 'exact' | 'digest'>,
  trusted: Trusted,
  endpoint: RunEndpoint,
  maxAppendBytes: number,
): ActionRequest {
  const { action } = envelope.body;
  const { policy } = endpoint;
  const key = action.idempotency_key ?? '';
  const invocation = invocationOf(envelope, trusted, subjectOf(envelope));
  const bytes = Buffer.byteLength(JSON.stringify(invocation));
  if (bytes > MAX_INVOCATION_BYTES) {
    const what = `message_id, correlation_id, session_id, Action id and caller have ${bytes} bytes together, ${MAX_INVOCATION_BYTES} are allowed`;
    return { kind: 'refused', error: tooLarge(what) };
  }
  const request: RunRequest = {
    requested: {
      kind: 'objective',
      action_id: action.id,
      action: action as unknown as JsonObject,
      delegation: null,
      delegation_id: null,
      parent_action_id: null,
      endpoint_id: endpoint.id,
      capability_id: action.capability_id,
      idempotency_key: key,
      session_id: sessionIdOf(action.id),
      request_fingerprint: requestFingerprint({
        endpointId: endpoint.id,
        capabilityId: action.capability_id,
        input: exactInput(exact),
        idempotencyKey: key,
        delegation: null,
      }),
      principal: trusted.caller.principal,
      tenant: trusted.caller.tenant,
      sent_at: envelope.sent_at,
      trusted_deadline: trusted.deadline,
      approval_expires_at: trusted.approvalExpiresAt,
      timeout_ms: Math.min(policy.timeout_ms, action.timeout_ms ?? policy.timeout_ms),
      policy_digest: endpoint.policyDigest,
    },
    invocation,
    command_sha256: digest,
  };
  return { kind: 'built', request, refusal: refusalOf(action, request, endpoint, maxAppendBytes) };
}

function refusalOf(
  action: Action,
  request: RunRequest,
  endpoint: RunEndpoint,
  maxAppendBytes: number,
): ProtocolError | null {
  const { policy } = endpoint;
  const parsed = parseOperatorInput(action.input);
  if (parsed.kind === 'bad') {
    return operatorError('action.invalid_input', `The input is refused: ${parsed.message}.`, {
      rule: parsed.rule,
    });
  }
  // Under the id of a source a resume is a collision whatever it says; elsewhere it never gets here.
  if (parsed.kind === 'resume') return null;
  if ((action.transaction?.mode ?? 'execute') !== 'execute') {
    return operatorError(
      'action.invalid_input',
      'The operator supports no transactions; leave transaction out.',
      { rule: 'C2' },
    );
  }
  if (policy.require_action_approval && action.approval?.decision !== 'approved') {
    const message =
      'The operator needs an approved approval on the Action (policy require_action_approval). Have it approved and send it again.';
    return operatorError('connector.hermes_agent.operator_policy', message, { rule: 'I11' });
  }
  const limit = effectiveInputLimit(policy, maxAppendBytes);
  const bytes = providerInputBytes({ id: action.id, input: action.input });
  if (bytes > limit)
    return tooLarge(`the serialised provider input has ${bytes} bytes, ${limit} are allowed`);
  const stored = Buffer.byteLength(JSON.stringify(request));
  const room = maxAppendBytes - EVENT_ROOM_BYTES;
  if (stored > room) return tooLarge(`the Action has ${stored} bytes with its context, ${room} are allowed`);
  return null;
}

function tooLarge(what: string): ProtocolError {
  return operatorError(
    'action.invalid_input',
    `The Action is too large: ${what}. Send references instead of content.`,
    { rule: 'I8' },
  );
}

/** SPEC I5: without a key, or with a blank one. */
export function noKey(): ProtocolError {
  return protocolError({
    code: 'idempotency.required',
    message: 'The operator needs an idempotency_key on the Action.',
    category: 'policy',
    retryable: false,
    details: { rule: 'I5' },
  });
}

/** The input as received, number text kept, so that the fingerprint tells 1 from 1.0. */
function exactInput(exact: LosslessJson): LosslessJson {
  const body = member(member(exact, 'body'), 'action');
  return member(body, 'input') ?? null;
}

function member(value: LosslessJson | undefined, name: string): LosslessJson | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as LosslessJsonObject)[name];
}
