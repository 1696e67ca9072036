import type { JsonObject, MessagePart, ProtocolError } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';

/** First event of a resume's own stream: makes its id unique (DESIGN 3). */
export interface ResumeReceived {
  /** The resume, waiting for its reply. */
  readonly invocation: Invocation;
  /** The Action whose prompt it answers. */
  readonly source_action_id: string;
  /** SHA-256 of the resume as asked (SPEC A4). */
  readonly request_fingerprint: string;
  /** The answer. */
  readonly choice: string;
  /** Whether it answers every open prompt of the run. */
  readonly resolve_all: boolean;
}

/** What a refused command is answered with. */
export type RefusalReply =
  | { readonly kind: 'action_result'; readonly error: ProtocolError }
  | { readonly kind: 'delegation_result'; readonly error: ProtocolError }
  | { readonly kind: 'ack_rejected'; readonly reason: string; readonly error: ProtocolError }
  | { readonly kind: 'error'; readonly error: ProtocolError };

/** A command refused beside a binding (SPEC M5, M6, M8); lives in the rejection stream. */
export interface CommandRefused {
  /** The Action that the command is about, as sent. */
  readonly action_id: string;
  /** Where the command lay; evidence. */
  readonly source: { readonly partition: number; readonly offset: number } | null;
  /** The command, with all that its reply needs. */
  readonly invocation: Invocation;
  /** What it is told. */
  readonly reply: RefusalReply;
  /** SHA-256 of the canonical JSON of the command's body, to tell a redelivery (SPEC M9); absent in older rows. */
  readonly command_sha256?: string;
}

/** The body of a settled result without reply metadata (SPEC B5, G4). */
export interface StoredResult {
  /** Status of the ActionResult. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'requires_human';
  /** Its `output`; null: none. */
  readonly output: JsonObject | null;
  /** Its message parts; empty: none. */
  readonly message: readonly MessagePart[];
  /** Its error; null: none. */
  readonly error: ProtocolError | null;
  /**
   * Only for the verified end of a delegated run (SPEC D10): the native ActionResult of the child, whole, null when
   * there is none; `output` and `message` are then empty, so that nothing stands twice.
   */
  readonly child_result?: JsonObject | null;
  /** `aip-stream-next-sequence` of the result. */
  readonly next_sequence: number;
}

/** A terminal Action was asked for again and its stored result served (SPEC B5, M10); in the replay stream. */
export interface ReplayServed {
  /** The Action that was asked for again. */
  readonly source_action_id: string;
  /** The command, with all that its reply needs. */
  readonly invocation: Invocation;
  /** The result as it was served before, without reply metadata. */
  readonly result: StoredResult;
  /** SHA-256 of the canonical JSON of the command's body, to tell a redelivery (SPEC M9); absent in older rows. */
  readonly command_sha256?: string;
}

/** Snapshot of the open bindings at a position of the log (DESIGN 3). */
export interface OpenBindingsSnapshot {
  /** Position of the log up to which the list is true; null: its beginning. */
  readonly position: string | null;
  /** Source Actions whose bindings have not ended. */
  readonly action_ids: readonly string[];
}
