import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';
import type { OutputFacts } from './outcome.js';
import type { Truncation } from './observation.js';

/** What a person may answer (SPEC I3). */
export type ApprovalChoice = 'once' | 'session' | 'always' | 'deny';

/** The provider waits for a person (SPEC A1). `settles`: told RequiresHuman with this event's facts. */
export interface ApprovalRequested {
  readonly sequence: number;
  readonly generation: number;
  readonly request_id: string | null;
  readonly choices: readonly string[] | null;
  readonly provider: JsonObject;
  readonly truncated?: readonly Truncation[];
  readonly seen_by: 'stream' | 'poll';
  readonly output: OutputFacts;
  readonly settles: readonly Invocation[];
}

/** The answer is claimed and about to be sent (SPEC A3). */
export interface ApprovalAnswerClaimed {
  readonly action_id: string;
  readonly request_fingerprint: string;
  readonly approval_generation: number;
  readonly choice: ApprovalChoice;
  readonly resolve_all: boolean;
  readonly claim_id: string;
  readonly instance_id: string;
  readonly claimed_at: string;
  readonly expires_at: string;
}

/** The provider took the answer (SPEC A5). `closes`: the generations it closed. */
export interface ApprovalAnswerApplied {
  readonly action_id: string;
  readonly approval_generation: number;
  readonly closes: readonly number[];
  readonly diagnostic: JsonObject | null;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  readonly output: OutputFacts;
  readonly settles: readonly Invocation[];
}

/** The provider definitely did not take the answer (SPEC A5). */
export interface ApprovalAnswerRejected {
  readonly action_id: string;
  readonly approval_generation: number;
  readonly diagnostic: JsonObject | null;
  readonly error: ProtocolError;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  readonly output: OutputFacts;
  readonly settles: readonly Invocation[];
}

/** Nobody knows whether the answer was taken; always appended together with RunOutcomeUnknown (SPEC A5, A6). */
export interface ApprovalAnswerOutcomeUnknown {
  readonly action_id: string;
  readonly approval_generation: number;
  readonly diagnostic: JsonObject | null;
}

/** A prompt closed without an answer from here (SPEC A10). */
export interface ApprovalExpired {
  readonly sequence: number;
  readonly generation: number;
  readonly reason: 'timed_out' | 'answered_elsewhere' | 'run_ended' | 'not_pending';
}
