import { isTerminal } from '@aip-hermes/binding';
import type { CaseFile } from '../case-file.js';
import { judge } from '../judge.js';
import { countAt, objectAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/** Events that claim or report an effect; after an unknown outcome there may be none. */
const EFFECTS: ReadonlySet<string> = new Set(['RunStartClaimed', 'RunBound', 'ApprovalAnswerClaimed']);

/** Whether the event repeats an effect after its outcome was recorded as unknown; then it is G3's, not G4's. */
export function repeatsAnEffect({ row, before }: Step): boolean {
  return before === 'outcome_unknown' && EFFECTS.has(row.type);
}

/**
 * G3: an effect with unknown outcome is recorded as unknown and nothing is started or answered after it (SPEC S3, S5
 * to S7, A5). A claim whose owner may be gone is named, so that nobody takes it for progress.
 */
export function unknownStaysUnknown({ steps, state, gap }: CaseFile): Verdict {
  const breaches: string[] = [];
  let lostAnswer: number | null = null;
  let unknown = false;
  for (const step of steps) {
    const { row, data } = step;
    if (repeatsAnEffect(step))
      breaches.push(`revision ${row.revision}: ${row.type} after the unknown outcome`);
    if (lostAnswer !== null && row.type !== 'RunOutcomeUnknown')
      breaches.push(`revision ${lostAnswer}: the outcome of an answer is unknown, yet the run went on`);
    lostAnswer = row.type === 'ApprovalAnswerOutcomeUnknown' ? row.revision : null;
    if (row.type === 'RunOutcomeUnknown') unknown = true;
    if (row.type === 'RunFailed' && !isDefinite(data))
      breaches.push(
        `revision ${row.revision}: recorded as failed although the start call was sent and no 4xx answered it`,
      );
  }
  if (lostAnswer !== null)
    breaches.push(`revision ${lostAnswer}: the outcome of an answer is unknown, yet the run went on`);
  const holds = unknown
    ? 'the outcome is recorded as unknown, and nothing was started or answered after it'
    : (openClaim(state) ?? 'no effect has an unknown outcome');
  return judge('G3', { breaches, holds, gap });
}

/** A failed start is definite when nothing was sent, or when a 4xx refused it (SPEC S3, S10, X8). */
function isDefinite(data: Step['data']): boolean {
  const evidence = objectAt(data, 'evidence');
  if (textAt(data, 'phase') !== 'start' || evidence?.['request_sent'] !== true) return true;
  const status = countAt(evidence, 'http_status');
  return status !== null && status >= 400 && status <= 499;
}

function openClaim(state: CaseFile['state']): string | null {
  // An ended binding keeps the claim that led nowhere.
  if (state === null || isTerminal(state.binding.status)) return null;
  const claim = state.binding.start_claim;
  if (claim !== null)
    return `a start claim of instance ${claim.instance_id} is open; if that instance is gone, the outcome becomes unknown`;
  const answer = state.binding.approval_commands.find(({ status }) => status === 'claimed');
  if (answer === undefined) return null;
  return `an answer of instance ${answer.instance_id} is claimed and has no outcome; if that instance is gone, it becomes unknown`;
}
