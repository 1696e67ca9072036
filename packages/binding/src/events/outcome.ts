import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';
import type { Truncation } from './observation.js';

/** The members of a result's `output` (SPEC R1) that are not `provider`; `provider` stands once, in the event. */
export interface OutputFacts {
  /** The endpoint that ran it. */
  readonly endpoint_id: string;
  /** Hermes' id of the run; null: not known. */
  readonly run_id: string | null;
  /** `aip-operator-<action id>`. */
  readonly session_id: string;
  /** The Action that started the run. */
  readonly source_action_id: string;
  /** Null: no delegation. */
  readonly delegation_id: string | null;
  /** Null: no delegation. */
  readonly parent_action_id: string | null;
  /** State of the binding. */
  readonly status: string;
  /** Name of the last provider event; null: none. */
  readonly last_event: string | null;
  /** The newest open prompt; null: none. */
  readonly pending_approval: JsonObject | null;
}

/** How an end was learned. `local`: decided here, without the provider. */
export type SeenBy = 'stream' | 'poll' | 'local';

interface Ending {
  /** Sequence of the closing chunk (DESIGN 3.1). */
  readonly sequence: number;
  /** The terminal provider event or status document, redacted and capped; null when the provider said nothing. */
  readonly provider: JsonObject | null;
  /** What was cut from `provider`; absent when nothing was (SPEC R6). */
  readonly truncated?: readonly Truncation[];
  /** For the results: all of `output` but `provider`. */
  readonly output: OutputFacts;
  /** Everyone who is told by this event (SPEC R5). */
  readonly settles: readonly Invocation[];
}

/** The provider completed the run. */
export interface RunCompleted extends Ending {
  /** How the end was learned. */
  readonly seen_by: SeenBy;
}

/** The run failed, or was definitely never started. */
export interface RunFailed extends Ending {
  /** How the end was learned. */
  readonly seen_by: SeenBy;
  /** Where it failed. */
  readonly phase: Phase;
  /** What everybody is told. */
  readonly error: ProtocolError;
  /** What is known for certain. */
  readonly evidence: Evidence;
}

/** The provider said that the run was cancelled (SPEC G8, X3, X10). `error`: why, when nobody here asked for it. */
export interface RunCancelled extends Ending {
  /** How the end was learned. */
  readonly seen_by: SeenBy;
  /** Why, when nobody here asked for it; null: it was asked for. */
  readonly error: ProtocolError | null;
}

/** In which part of the way an outcome was settled. */
export type Phase = 'start' | 'approval' | 'cancellation' | 'observation';

/** Whatever helps a person to reconcile. `request_sent`: can any byte of the effect's request have left (SPEC S6). */
export interface Evidence {
  /** Whether any byte of the effect's request can have left the process (SPEC S6). */
  readonly request_sent: boolean;
  /** Why, for a person. */
  readonly reason: string;
  /** Status of the answer, where one came. */
  readonly http_status?: number;
  /** An id seen in an answer that does not bind (SPEC S5, S6). */
  readonly run_id_seen?: string;
  /** The word of the provider that is not supported (SPEC O8). */
  readonly status_word?: string;
  /** The process that held the claim. */
  readonly instance_id?: string;
  /** The claim that was in force. */
  readonly claim_id?: string;
  /** Anything else that helps. */
  readonly detail?: JsonObject;
}

/** An effect whose outcome is not known; never repeated (SPEC S5 to S7, O8, O9; G3). */
export interface RunOutcomeUnknown extends Ending {
  /** Which effect is uncertain. */
  readonly phase: Phase;
  /** What everybody is told. */
  readonly error: ProtocolError;
  /** What a person needs to settle it. */
  readonly evidence: Evidence;
}

/** The verified native child result of a delegated run, or why there is none (SPEC D7 to D10). */
export interface DelegationResolved {
  /** Why there is no verified result; null: there is one. */
  readonly code: string | null;
  /** Digest of the queue record; null: none was read. */
  readonly queue_digest: string | null;
  /** Digest of the lifecycle record; null: none was read. */
  readonly lifecycle_digest: string | null;
  /** The native result of the child; null: none. */
  readonly child_result: JsonObject | null;
  /** What is told without a result; null: there is one. */
  readonly error: ProtocolError | null;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  /** Who waits for the delegation. */
  readonly settles: readonly Invocation[];
}

/** Something learned after the outcome was settled; changes no state (SPEC S9). */
export interface LateEvidenceRecorded {
  /** `run_id`, `run_ended`, `gone`, `unreadable`. */
  readonly what: string;
  /** Hermes' id of the run; null: none. */
  readonly run_id: string | null;
  /** What the provider said, redacted and capped; null: nothing. */
  readonly provider: JsonObject | null;
  /** What was cut from `provider`; absent when nothing was (SPEC R6). */
  readonly truncated?: readonly Truncation[];
  /** The same for a person. */
  readonly detail: string;
}
