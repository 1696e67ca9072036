import type { DelegationRequest } from '../messages/delegation-request.js';
import type { DelegationResult, DelegationStatus } from '../messages/delegation-result.js';
import { actionRules } from './action-rules.js';
import type { RuleBook } from './rule-book.js';

const FINAL: readonly DelegationStatus[] = ['completed', 'failed', 'cancelled', 'requires_human'];

/** Core rules of a delegation request (aip section 15). */
export function delegationRequestRules(request: DelegationRequest, path: string, book: RuleBook): void {
  book.notBlank(request.scope, `${path}/scope`);
  book.refuse(
    request.parent_action_id === request.child_action.id,
    `${path}/child_action/id`,
    'must differ from the parent action',
  );
  actionRules(request.child_action, `${path}/child_action`, book);
}

/** Core rules of a delegation result; the result inside is not checked again (aip section 15). */
export function delegationResultRules(result: DelegationResult, path: string, book: RuleBook): void {
  const settled = result.result ?? result.error ?? null;
  book.refuse(
    FINAL.includes(result.status) && settled === null,
    path,
    'a final delegation result needs a result or an error',
  );
}
