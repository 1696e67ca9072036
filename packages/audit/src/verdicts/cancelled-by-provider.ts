import type { CaseFile } from '../case-file.js';
import { judge } from '../judge.js';
import { objectAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/** G8: `cancelled` stands only where the provider said so, by an event or a status (SPEC X3, X10). */
export function cancelledByProvider({ steps, gap }: CaseFile): Verdict {
  const ends = steps.filter(({ row }) => row.type === 'RunCancelled');
  const breaches = ends
    .filter((step) => step.before === 'starting' || !saidByProvider(step))
    .map(({ row }) => `revision ${row.revision}: cancelled without the provider's word`);
  const holds =
    ends.length === 0 ? 'nothing is reported as cancelled' : 'the provider said that the run was cancelled';
  return judge('G8', { breaches, holds, gap });
}

function saidByProvider({ data }: Step): boolean {
  const seenBy = textAt(data, 'seen_by');
  const provider = objectAt(data, 'provider');
  if (seenBy !== 'stream' && seenBy !== 'poll') return false;
  return textAt(provider, 'event') === 'run.cancelled' || textAt(provider, 'status') === 'cancelled';
}
