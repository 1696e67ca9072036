import type { CaseFile } from '../case-file.js';
import { invocationAt } from '../invocation-at.js';
import { judge } from '../judge.js';
import { objectAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/**
 * G9: a delegated result comes only from the verified native child (SPEC D6, D7, D10). That both allowlists were
 * explicit stands in the policy, of which the log keeps the digest alone.
 */
export function childIsNative({ steps, state, gap }: CaseFile): Verdict {
  const delegated = state?.request.kind === 'delegation';
  const breaches = steps.flatMap((step) => breachOf(step, delegated, state?.binding.action_id ?? ''));
  const holds = delegated
    ? `the delegated result comes from the verified child or says why there is none (policy ${state.request.policy_digest})`
    : 'nothing was delegated';
  return judge('G9', { breaches, holds, gap });
}

function breachOf({ row, data }: Step, delegated: boolean, actionId: string): readonly string[] {
  const at = `revision ${row.revision}`;
  if (row.type === 'InvocationAccepted' && !delegated)
    return invocationAt(data, 'invocation')?.isDelegation === true
      ? [`${at}: a delegation was accepted for a run that is none`]
      : [];
  if (row.type !== 'DelegationResolved') return [];
  if (!delegated) return [`${at}: a delegated result for a run that was not delegated`];
  const child = objectAt(data, 'child_result');
  if (child === null || textAt(data, 'code') !== null) return [];
  if (textAt(data, 'queue_digest') === null || textAt(data, 'lifecycle_digest') === null)
    return [`${at}: a delegated result without the records that verify it`];
  return textAt(child, 'action_id') === actionId ? [] : [`${at}: a delegated result of another child`];
}
