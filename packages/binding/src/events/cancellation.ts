import type { JsonObject } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';

/** Somebody wants the run ended; durable before anything else happens (SPEC X1). */
export interface CancellationRequested {
  /** `message_id` of the cancel; null: no command asked. */
  readonly message_id: string | null;
  /** Who wants it. */
  readonly requested_by: { readonly id: string; readonly kind: string };
  /** Why, in the words of who asked; null: nothing said. */
  readonly reason: string | null;
  /** The cancel command's reply address; null when asked for on the command line or by the deadline. */
  readonly reply: Invocation | null;
}

/** One stop call was made (SPEC X2); it may be repeated on recovery. */
export interface RunStopSent {
  /** Status of the answer; null: none came. */
  readonly http_status: number | null;
  /** Its body, redacted; null: none. */
  readonly answer: JsonObject | null;
  /** Why the stop was sent. */
  readonly reason: string;
}
