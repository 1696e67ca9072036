import type { Action } from '../messages/action.js';
import { identityRules } from './identity-rules.js';
import type { RuleBook } from './rule-book.js';

/** Longest delegation chain of an action (aip section 7). */
const MAX_DELEGATION_CHAIN = 10;

/** Core rules of an action, also of a delegated child (aip section 15). */
export function actionRules(action: Action, path: string, book: RuleBook): void {
  book.refuse(action.input === null, `${path}/input`, 'must not be null');
  book.notEmpty(action.idempotency_key, `${path}/idempotency_key`);
  book.refuse(action.timeout_ms === 0, `${path}/timeout_ms`, 'must be more than 0');
  book.refuse(
    (action.delegation_chain?.length ?? 0) > MAX_DELEGATION_CHAIN,
    `${path}/delegation_chain`,
    `at most ${MAX_DELEGATION_CHAIN} hops`,
  );
  const { approval, transaction, identity } = action;
  book.refuse(
    (approval?.decision ?? 'approved') !== 'approved',
    `${path}/approval/decision`,
    'must be approved',
  );
  book.refuse(
    transaction?.mode === 'commit' && (transaction.plan_id ?? null) === null,
    `${path}/transaction/plan_id`,
    'a commit needs its plan',
  );
  book.refuse(
    transaction?.mode === 'compensate' && (transaction.compensation_for ?? null) === null,
    `${path}/transaction/compensation_for`,
    'a compensation needs its action',
  );
  if (identity) identityRules(identity, `${path}/identity`, book);
}
