import type { WordPlace } from './findings.js';

/** A word that a file may use and that cannot be done or checked yet. */
export interface NotSupported {
  readonly where: WordPlace;
  /** The name of a step or expectation; a member as `step.member` or `given.member`; a value as `member = value`. */
  readonly word: string;
  /** What is missing, as `skipped: needs …` says it. */
  readonly needs: string;
}

/**
 * The one list of what is known and cannot be done or checked yet. A file that uses such a word is skipped and says
 * so; any other word must work, and a run that meets one it cannot do fails.
 */
export const NOT_SUPPORTED: readonly NotSupported[] = [
  { where: 'message', word: 'cancel', needs: 'cancellation' },
  { where: 'message', word: 'resume', needs: 'approval answers' },
  { where: 'step', word: 'resume', needs: 'approval answers' },
  { where: 'event', word: 'ApprovalExpired', needs: 'prompt expiry' },
  { where: 'step', word: 'reconcile', needs: 'reconciliation' },
  { where: 'step', word: 'silence-heartbeats', needs: 'several instances' },
  { where: 'value', word: 'given.store.kind = eventstoredb', needs: 'EventStoreDB' },
  { where: 'value', word: 'load.given.store.kind = eventstoredb', needs: 'EventStoreDB' },
  { where: 'value', word: 'given.broker.kind = kafka', needs: 'Kafka' },
  { where: 'value', word: 'given.policy.delegation_enabled = true', needs: 'delegation' },
  { where: 'value', word: 'start-instance.service = projector', needs: 'several projectors' },
];

/** What the words of a file need that is not there yet, each once. */
export function needsOf(words: ReadonlySet<string>): readonly string[] {
  const missing = NOT_SUPPORTED.filter(({ where, word }) => words.has(`${where} ${word}`));
  return [...new Set(missing.map(({ needs }) => needs))];
}
