import type { BindingState, ChainVerdict } from '@aip-hermes/binding';
import type { Comparison } from './compare-messages.js';
import type { DerivedMessage } from './derive-messages.js';
import type { EvidenceRow } from './evidence-row.js';
import type { Step } from './walk-binding.js';

/** All evidence about one Action, gathered before anything is judged. Verdicts read nothing else. */
export interface CaseFile {
  readonly actionId: string;
  /** The Action of the binding stream: the id itself, for a resume the one it answers; null: there is none. */
  readonly sourceId: string | null;
  readonly steps: readonly Step[];
  readonly state: BindingState | null;
  readonly chain: ChainVerdict;
  readonly refusals: readonly EvidenceRow[];
  readonly replays: readonly EvidenceRow[];
  /** ResumeReceived of the asked id and of every answer in the binding. */
  readonly resumes: readonly EvidenceRow[];
  /** All messages the rows above give, in the order of publication. */
  readonly derived: readonly DerivedMessage[];
  /** Null when no bus was given. */
  readonly comparison: Comparison | null;
  /** Credentials to look for exactly (G10). */
  readonly secrets: readonly string[];
  /** Why the fold stopped before the end of the stream, or null. */
  readonly gap: string | null;
}
