import { parseTimestamp } from '../timestamp.js';
import type { ExecutionContext } from './execution-context.js';

/** Whether everything in a context is still in force. */
export type ContextCheck =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'expired';
      readonly what: 'authentication' | 'tenant' | 'credential';
      readonly message: string;
    };

/**
 * Checks expiry at `nowMs` (ms since 1970) in the order of the `validate` table (aip section 13): expired
 * when `expires_at` <= now, never without one. An unreadable time counts as expired. Scopes and the deadline
 * are the caller's to check.
 */
export function checkExecutionContext(context: ExecutionContext, nowMs: number): ContextCheck {
  if (isExpired(context.actor.expires_at, nowMs)) {
    return { kind: 'expired', what: 'authentication', message: 'the authentication has expired' };
  }
  if (isExpired(context.tenant?.expires_at, nowMs)) {
    return { kind: 'expired', what: 'tenant', message: 'the tenant membership has expired' };
  }
  if (isExpired(context.credential?.expires_at, nowMs)) {
    return { kind: 'expired', what: 'credential', message: 'the credential has expired' };
  }
  return { kind: 'ok' };
}

function isExpired(expiresAt: string | null | undefined, nowMs: number): boolean {
  if (expiresAt === null || expiresAt === undefined) return false;
  return (parseTimestamp(expiresAt) ?? Number.NEGATIVE_INFINITY) <= nowMs;
}
