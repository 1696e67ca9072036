import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';
import type { Truncation } from './observation.js';

/** The members of a result's `output` (SPEC R1) that are not `provider`; `provider` stands once, in the event. */
export interface OutputFacts {
  readonly endpoint_id: string;
  readonly run_id: string | null;
  readonly session_id: string;
  readonly source_action_id: string;
  readonly delegation_id: string | null;
  readonly parent_action_id: string | null;
  readonly status: string;
  readonly last_event: string | null;
  readonly pending_approval: JsonObject | null;
}

/** How an end was learned. `local`: decided here, without the provider. */
export type SeenBy = 'stream' | 'poll' | 'local';

interface Ending {
  /** Sequence of the closing chunk (DESIGN 3.1). */
  readonly sequence: number;
  /** The terminal provider event or status document, redacted and capped; null when the provider said nothing. */
  readonly provider: JsonObject | null;
  readonly truncated?: readonly Truncation[];
  readonly output: OutputFacts;
  /** Everyone who is told by this event (SPEC R5). */
  readonly settles: readonly Invocation[];
}

/** The provider completed the run. */
export interface RunCompleted extends Ending {
  readonly seen_by: SeenBy;
}

/** The run failed, or was definitely never started. */
export interface RunFailed extends Ending {
  readonly seen_by: SeenBy;
  readonly phase: Phase;
  readonly error: ProtocolError;
  readonly evidence: Evidence;
}

/** The provider said that the run was cancelled (SPEC G8, X3, X10). `error`: why, when nobody here asked for it. */
export interface RunCancelled extends Ending {
  readonly seen_by: SeenBy;
  readonly error: ProtocolError | null;
}

/** In which part of the way an outcome was settled. */
export type Phase = 'start' | 'approval' | 'cancellation' | 'observation';

/** Whatever helps a person to reconcile. `request_sent`: can any byte of the effect's request have left (SPEC S6). */
export interface Evidence {
  readonly request_sent: boolean;
  readonly reason: string;
  readonly http_status?: number;
  /** An id seen in an answer that does not bind (SPEC S5, S6). */
  readonly run_id_seen?: string;
  /** The word of the provider that is not supported (SPEC O8). */
  readonly status_word?: string;
  readonly instance_id?: string;
  readonly claim_id?: string;
  readonly detail?: JsonObject;
}

/** An effect whose outcome is not known; never repeated (SPEC S5 to S7, O8, O9; G3). */
export interface RunOutcomeUnknown extends Ending {
  readonly phase: Phase;
  readonly error: ProtocolError;
  readonly evidence: Evidence;
}

/** The verified native child result of a delegated run, or why there is none (SPEC D7 to D10). */
export interface DelegationResolved {
  readonly code: string | null;
  readonly queue_digest: string | null;
  readonly lifecycle_digest: string | null;
  readonly child_result: JsonObject | null;
  readonly error: ProtocolError | null;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  readonly settles: readonly Invocation[];
}

/** Something learned after the outcome was settled; changes no state (SPEC S9). */
export interface LateEvidenceRecorded {
  /** `run_id`, `run_ended`, `gone`, `unreadable`. */
  readonly what: string;
  readonly run_id: string | null;
  readonly provider: JsonObject | null;
  readonly truncated?: readonly Truncation[];
  readonly detail: string;
}
