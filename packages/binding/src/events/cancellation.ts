import type { JsonObject } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';

/** Somebody wants the run ended; durable before anything else happens (SPEC X1). */
export interface CancellationRequested {
  readonly message_id: string | null;
  readonly requested_by: { readonly id: string; readonly kind: string };
  readonly reason: string | null;
  /** The cancel command's reply address; null when asked for on the command line or by the deadline. */
  readonly reply: Invocation | null;
}

/** One stop call was made (SPEC X2); it may be repeated on recovery. */
export interface RunStopSent {
  readonly http_status: number | null;
  readonly answer: JsonObject | null;
  readonly reason: string;
}
