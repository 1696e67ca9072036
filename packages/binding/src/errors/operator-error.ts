import type { Json, JsonObject, ProtocolError } from '@aip-hermes/aip';
import { ERROR_CATALOGUE, type OperatorErrorCode } from './error-catalogue.js';
import type { ErrorEntry } from './error-entry.js';

/** `rule`: the SPEC rule a refusal follows, e.g. `A9`. `retryAfterMs`: whole milliseconds, at least 0. */
export interface OperatorErrorOptions {
  readonly rule?: string;
  readonly details?: JsonObject;
  readonly retryAfterMs?: number;
}

const ENTRIES: ReadonlyMap<string, ErrorEntry> = new Map(ERROR_CATALOGUE.map((entry) => [entry.code, entry]));

/** Category and retryable flag of a code (SPEC 11). */
export function errorFacts(code: OperatorErrorCode): Pick<ErrorEntry, 'category' | 'retryable'> {
  const entry = ENTRIES.get(code);
  if (entry === undefined) throw new RangeError(`no such error code: ${code}`);
  return { category: entry.category, retryable: entry.retryable };
}

/**
 * A ProtocolError of the catalogue (SPEC 11). `details.rule` stands first; `details` is absent when there is
 * nothing to say. The caller sees to it that neither message nor details hold a secret.
 */
export function operatorError(
  code: OperatorErrorCode,
  message: string,
  options: OperatorErrorOptions = {},
): ProtocolError {
  const { category, retryable } = errorFacts(code);
  const details = detailsOf(options);
  return {
    code,
    message,
    category,
    retryable,
    ...(options.retryAfterMs === undefined ? {} : { retry_after_ms: wholeMs(options.retryAfterMs) }),
    ...(details === undefined ? {} : { details }),
    source: { component: 'hermes-agent' },
  };
}

function detailsOf({ rule, details }: OperatorErrorOptions): Json | undefined {
  if (rule === undefined) return details;
  return { rule, ...details };
}

function wholeMs(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0;
}
