import { operatorError } from '../errors/operator-error.js';
import type { Evidence } from '../events/outcome.js';
import { redactText } from '../redaction/redact-text.js';
import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { outputFacts } from './output-facts.js';
import { settledByTheEnd } from './settles.js';

/** Why a bound run can be followed no longer. */
export type LostObservation =
  /** The provider does not know the run, confirmed (SPEC O9). */
  | { readonly why: 'gone'; readonly detail: string }
  /** A status word that is not supported, confirmed (SPEC O8). */
  | { readonly why: 'unsupported_status'; readonly word: string }
  /** The deadline passed; the run was not stopped (SPEC O5). */
  | { readonly why: 'deadline'; readonly detail: string };

/** A run whose end cannot be learned ends as unknown, with what a person needs to find it (SPEC O5, O8, O9; G3). */
export function loseObservation(
  state: BindingState,
  lost: LostObservation,
  secrets: readonly string[] = [],
): StreamDecision {
  const { binding } = state;
  if (isTerminal(binding.status)) return nothing('the run has ended');
  if (binding.run_id === null) return nothing('no run is bound');
  const evidence = evidenceOf(lost, secrets);
  const error = operatorError(
    'connector.hermes_agent.operator_outcome_unknown',
    `The outcome of Hermes run ${binding.run_id} is not known: ${evidence.reason}. ` +
      `Nothing is repeated. Look at the run and session ${binding.session_id} in Hermes before anything is done again.`,
    { rule: ruleOf(lost), details: { run_id: binding.run_id, reason: evidence.reason } },
  );
  return append({
    type: 'RunOutcomeUnknown',
    data: {
      sequence: binding.next_sequence,
      phase: 'observation',
      provider: null,
      error,
      evidence,
      output: outputFacts(state, 'outcome_unknown', null),
      settles: settledByTheEnd(state),
    },
  });
}

function evidenceOf(lost: LostObservation, secrets: readonly string[]): Evidence {
  switch (lost.why) {
    case 'gone':
      return {
        request_sent: true,
        reason: `the provider no longer knows the run (${redactText(lost.detail, secrets)})`,
      };
    case 'unsupported_status': {
      const word = redactText(lost.word, secrets).slice(0, MAX_WORD_CHARS);
      return {
        request_sent: true,
        reason: `the provider reports the unsupported status "${word}"`,
        status_word: word,
      };
    }
    case 'deadline':
      return {
        request_sent: true,
        reason: `the deadline passed and the run was not stopped (${redactText(lost.detail, secrets)})`,
      };
  }
}

/** A status word is provider text; the recorded one is redacted and capped. */
const MAX_WORD_CHARS = 200;

function ruleOf(lost: LostObservation): 'O9' | 'O8' | 'O5' {
  switch (lost.why) {
    case 'gone':
      return 'O9';
    case 'unsupported_status':
      return 'O8';
    case 'deadline':
      return 'O5';
  }
}
