import {
  checkExecutionContext,
  protocolError,
  readExecutionContext,
  type Envelope,
  type ExecutionContext,
  type ProtocolError,
} from '@aip-hermes/aip';
import { operatorError, type VerifiedCaller } from '@aip-hermes/binding';
import type { Ingress } from './ingress.js';

/** What trusted ingress says of a command (aip section 13): never taken from `from`, identity or the input. */
export interface Trusted {
  readonly caller: VerifiedCaller;
  readonly deadline: string | null;
  readonly approvalExpiresAt: string | null;
  readonly traceparent: string | null;
}

/** The trusted part of an envelope; `error` when it must be refused. The caller is filled as far as it is known. */
export interface TrustedRead {
  readonly trusted: Trusted;
  readonly error: ProtocolError | null;
}

/** Reads and checks the execution context. Present but wrong never counts as absent. */
export function trustedCaller(envelope: Envelope, ingress: Ingress, nowMs: number): TrustedRead {
  const read = readExecutionContext(envelope);
  switch (read.kind) {
    case 'absent':
      return ingress.allowAnonymous
        ? { trusted: plain(ingress.localCaller), error: null }
        : { trusted: plain(claimedSender(envelope, ingress)), error: noContext() };
    case 'bad': {
      const problems = read.problems.map((it) => `${it.path}: ${it.message}`).join('; ');
      const message = `The execution context of the command is not valid: ${problems.slice(0, MAX_PROBLEM_CHARS)}`;
      return {
        trusted: plain(claimedSender(envelope, ingress)),
        error: operatorError('action.invalid_input', message),
      };
    }
    case 'ok':
      return { trusted: fromContext(read.context), error: expired(read.context, nowMs) };
  }
}

/** What is wrong with a context is told up to this many UTF-16 units; member names in it are the sender's text. */
const MAX_PROBLEM_CHARS = 1_000;

function plain(caller: VerifiedCaller): Trusted {
  return { caller, deadline: null, approvalExpiresAt: null, traceparent: null };
}

/** Only to address the refusal; nothing is decided on it. */
function claimedSender(envelope: Envelope, ingress: Ingress): VerifiedCaller {
  const { from } = envelope;
  if (from === null || from === undefined) return ingress.localCaller;
  return { principal: { id: from.id, kind: from.kind }, tenant: null };
}

function fromContext(context: ExecutionContext): Trusted {
  const { principal } = context.actor;
  const tenant = context.tenant?.tenant ?? null;
  return {
    caller: {
      principal: { id: principal.id, kind: principal.kind },
      tenant: tenant === null ? null : { id: tenant.id, system: tenant.system ?? null },
    },
    deadline: context.deadline ?? null,
    approvalExpiresAt: context.approval?.record?.request.expires_at ?? null,
    traceparent: traceparentOf(context.trace?.trace_id ?? null, context.trace?.span_id ?? null),
  };
}

/** W3C form, when the ids have its shape. */
function traceparentOf(traceId: string | null, spanId: string | null): string | null {
  if (traceId === null || spanId === null) return null;
  return /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId)
    ? `00-${traceId}-${spanId}-01`
    : null;
}

function expired(context: ExecutionContext, nowMs: number): ProtocolError | null {
  const check = checkExecutionContext(context, nowMs);
  if (check.kind === 'ok') return null;
  return protocolError({
    code: EXPIRED_CODES[check.what],
    message: `The command is refused: ${check.message}. Authenticate again and send a new message.`,
    category: 'auth',
    retryable: false,
  });
}

const EXPIRED_CODES = {
  authentication: 'auth.expired',
  tenant: 'auth.tenant_membership_expired',
  credential: 'credential.expired',
} as const;

function noContext(): ProtocolError {
  return protocolError({
    code: 'auth.unverified_actor',
    message:
      'The command carries no execution context (extension aip.execution_context.v1). ' +
      'Send it through the AIP runtime, or set ingress.allow_anonymous for a deployment that trusts every producer.',
    category: 'auth',
    retryable: false,
  });
}
