import type { Json } from './json/json.js';
import type { ErrorCategory, ProtocolError } from './messages/protocol-error.js';

/** The members of an error in our spelling; unset ones are left out. `retryAfterMs`: whole ms >= 0. */
export interface ProtocolErrorInit {
  readonly code: string;
  readonly message: string;
  readonly category: ErrorCategory;
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: Json | undefined;
  readonly source?: Json | undefined;
}

/** Builds an error in wire form: what is unset is absent, never `null` (aip sections 1 and 6). */
export function protocolError(init: ProtocolErrorInit): ProtocolError {
  return {
    code: init.code,
    message: init.message,
    category: init.category,
    ...(init.retryable !== undefined && { retryable: init.retryable }),
    ...(init.retryAfterMs !== undefined && { retry_after_ms: init.retryAfterMs }),
    ...(init.details !== undefined && { details: init.details }),
    ...(init.source !== undefined && { source: init.source }),
  };
}
