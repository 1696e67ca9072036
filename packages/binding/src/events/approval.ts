import type { JsonObject, ProtocolError } from '@aip-hermes/aip';
import type { Invocation } from '../invocation.js';
import type { OutputFacts } from './outcome.js';
import type { Truncation } from './observation.js';

/** What a person may answer (SPEC I3). */
export type ApprovalChoice = 'once' | 'session' | 'always' | 'deny';

/** The provider waits for a person (SPEC A1). `settles`: told RequiresHuman with this event's facts. */
export interface ApprovalRequested {
  /** Place of its chunk. */
  readonly sequence: number;
  /** Number of the prompt in this run, from 1 (SPEC A1). */
  readonly generation: number;
  /** The provider's id of the prompt; null: it has none, or none that could be sent back. */
  readonly request_id: string | null;
  /** What the provider offers, at most 16; null: it does not say. */
  readonly choices: readonly string[] | null;
  /** The event or status document that asked, redacted and capped. */
  readonly provider: JsonObject;
  /** What was cut from `provider`; absent when nothing was (SPEC R6). */
  readonly truncated?: readonly Truncation[];
  /** How it was learned. */
  readonly seen_by: 'stream' | 'poll';
  /** For the results: all of `output` but `provider`. */
  readonly output: OutputFacts;
  /** Who is told RequiresHuman; empty while a cancel is under way. */
  readonly settles: readonly Invocation[];
}

/** The answer is claimed and about to be sent (SPEC A3). */
export interface ApprovalAnswerClaimed {
  /** The resume's own Action id. */
  readonly action_id: string;
  /** SHA-256 of the resume as asked, to tell a reuse of its id (SPEC A4). */
  readonly request_fingerprint: string;
  /** The prompt that it answers. */
  readonly approval_generation: number;
  /** The answer. */
  readonly choice: ApprovalChoice;
  /** Whether it answers every open prompt of the run (SPEC A8). */
  readonly resolve_all: boolean;
  /** UUID of the claim. */
  readonly claim_id: string;
  /** The process that sends the answer. */
  readonly instance_id: string;
  /** RFC 3339. */
  readonly claimed_at: string;
  /** RFC 3339; informative. */
  readonly expires_at: string;
}

/** The provider took the answer (SPEC A5). `closes`: the generations it closed. */
export interface ApprovalAnswerApplied {
  /** The resume's own Action id. */
  readonly action_id: string;
  /** The prompt that was answered. */
  readonly approval_generation: number;
  /** Every generation that it closed. */
  readonly closes: readonly number[];
  /** The provider's answer, redacted; null: none. */
  readonly diagnostic: JsonObject | null;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  /** For the results: all of `output` but `provider`. */
  readonly output: OutputFacts;
  /** Who is told RequiresHuman because another prompt is still open. */
  readonly settles: readonly Invocation[];
}

/** The provider definitely did not take the answer (SPEC A5). */
export interface ApprovalAnswerRejected {
  /** The resume's own Action id. */
  readonly action_id: string;
  /** The prompt, which stays open. */
  readonly approval_generation: number;
  /** The provider's answer, redacted; null: none. */
  readonly diagnostic: JsonObject | null;
  /** What the resume is told. */
  readonly error: ProtocolError;
  /** The next free sequence: this event takes none, its results still name it (DESIGN 4). */
  readonly next_sequence: number;
  /** For the results: all of `output` but `provider`. */
  readonly output: OutputFacts;
  /** The resume. */
  readonly settles: readonly Invocation[];
}

/** Nobody knows whether the answer was taken; always appended together with RunOutcomeUnknown (SPEC A5, A6). */
export interface ApprovalAnswerOutcomeUnknown {
  /** The resume's own Action id. */
  readonly action_id: string;
  /** The prompt that may have been answered. */
  readonly approval_generation: number;
  /** What is known of the call, redacted; null: nothing. */
  readonly diagnostic: JsonObject | null;
}

/** A prompt closed without an answer from here (SPEC A10). */
export interface ApprovalExpired {
  /** Place of its chunk. */
  readonly sequence: number;
  /** The prompt that closed. */
  readonly generation: number;
  /** Why it closed. */
  readonly reason: 'timed_out' | 'answered_elsewhere' | 'run_ended' | 'not_pending';
}
