import { isTerminal } from '@aip-hermes/binding';
import type { Comparison } from '../compare-messages.js';
import type { Derivation } from '../derive-messages.js';
import type { CaseFile } from '../case-file.js';
import { counted } from '../counted.js';
import { judge } from '../judge.js';
import { removedGap } from '../removed-from-bus.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/** Events whose misplacement another guarantee names. */
const NAMED_ELSEWHERE: ReadonlySet<string> = new Set([
  'OperatorRunRequested',
  'RunStartClaimed',
  'RunBound',
  'ApprovalAnswerClaimed',
  'ApprovalAnswerApplied',
  'ApprovalAnswerRejected',
  'ApprovalAnswerOutcomeUnknown',
  'RunCancelled',
]);

/**
 * G12: the binding and every message follow from the log: the hash chain holds, every event can be read and fits the
 * state table, and the bus has what the log yields, byte for byte (SPEC E1; DESIGN 3).
 */
export function derivable(file: CaseFile, derivation: Derivation): Verdict {
  const breaches = [...chain(file), ...rows(file, derivation), ...table(file), ...bus(file.comparison)];
  return judge('G12', { breaches, holds: told(file), gap: gapOf(file, derivation) });
}

function chain({ chain: verdict }: CaseFile): readonly string[] {
  return verdict.ok ? [] : [`the hash chain breaks at revision ${verdict.revision}: ${verdict.reason}`];
}

function rows({ steps, refusals, replays, resumes }: CaseFile, { flaws }: Derivation): readonly string[] {
  const flawed = [...steps, ...refusals, ...replays, ...resumes].flatMap(({ row, kind, reason }) =>
    kind === 'flawed' ? [`${row.type} at revision ${row.revision} cannot be read: ${reason ?? ''}`] : [],
  );
  const unmapped = flaws.map(
    ({ row, reason }) => `${row.type} at revision ${row.revision} gives no message: ${reason}`,
  );
  return [...flawed, ...unmapped];
}

function table({ steps, state }: CaseFile): readonly string[] {
  const misplaced = steps
    .filter(isMisplaced)
    .map(({ row }) => `${row.type} at revision ${row.revision} does not fit there`);
  // The fold of a stream without a beginning knows no Action (DESIGN 3).
  const headless = state?.binding.action_id === '' && !steps.some(({ kind }) => kind === 'newer');
  return headless ? [...misplaced, 'the stream does not begin with a readable request'] : misplaced;
}

function isMisplaced({ legal, before, row }: Step): boolean {
  return !legal && before !== null && !isTerminal(before) && !NAMED_ELSEWHERE.has(row.type);
}

function bus(comparison: Comparison | null): readonly string[] {
  if (comparison === null) return [];
  const results = (list: Comparison['repeated']): Comparison['repeated'] =>
    list.filter(({ message }) => message.topic === 'results');
  return [
    ...comparison.changed.map(
      ({ row }) => `the message of ${row.type} at revision ${row.revision} has other bytes on the bus`,
    ),
    ...comparison.foreign.map(({ topic }) => `a message in ${topic} follows from no event`),
    ...results(comparison.repeated).map(
      ({ row }) => `the reply of ${row.type} at revision ${row.revision} is on the bus twice`,
    ),
    ...results(comparison.reordered).map(
      ({ row }) => `the reply of ${row.type} at revision ${row.revision} is out of order`,
    ),
  ];
}

function gapOf({ gap, comparison }: CaseFile, { newer }: Derivation): string | null {
  if (gap !== null) return gap;
  const [first] = newer;
  if (first !== undefined)
    return `${first.type} at revision ${first.revision} was written by a newer release; audit with that one`;
  const forgotten = comparison?.forgotten ?? 0;
  return forgotten === 0
    ? removedGap(comparison)
    : `${counted(forgotten, 'reply', 'replies')} on the bus may come from refusals or replays beyond their retention: no longer derivable; all else is`;
}

function told({ steps, chain: verdict, comparison, derived }: CaseFile): string {
  const head =
    verdict.ok && steps.length > 0 ? `chain of ${steps.length} events intact, head ${verdict.head}; ` : '';
  if (comparison === null)
    return `${head}${derived.length} messages derived; no bus was read to compare them with`;
  const { same, substituted, pending } = comparison;
  const large = substituted === 0 ? '' : `, ${substituted} too large and published as their substitute`;
  const later = pending.length === 0 ? '' : `, ${pending.length} not published yet`;
  return `${head}${same} of ${derived.length} messages the same on the bus byte for byte${large}${later}`;
}
