import type { AnyJson, AnyJsonObject } from '../json/walk-json.js';
import { canonicalJson } from './canonical-json.js';
import { sha256Hex } from './sha256.js';

/** What the hashes of an action cover. A `null` member of the transaction is the same as an absent one. */
export interface HashedAction {
  readonly capability_id: string;
  readonly input: AnyJson;
  readonly transaction?: AnyJsonObject | null | undefined;
}

/** Hash of `{capability_id, input, transaction}`, a missing transaction being `null` (aip section 4). */
export function actionInputHash(action: HashedAction): string {
  return hash({ ...basis(action), transaction: wireForm(action.transaction) });
}

/** The action input hash without the transaction's own id: equal for repeats of one intent (aip section 4). */
export function idempotencyHash(action: HashedAction): string {
  const transaction = action.transaction && { ...action.transaction, transaction_id: undefined };
  return hash({ ...basis(action), transaction: wireForm(transaction) });
}

/** Hash of `{capability_id, input}`: a commit must match its plan (aip section 4). */
export function planHash(action: HashedAction): string {
  return hash(basis(action));
}

function basis(action: HashedAction): AnyJsonObject {
  return { capability_id: action.capability_id, input: action.input };
}

function wireForm(transaction: AnyJsonObject | null | undefined): AnyJson {
  if (!transaction) return null;
  return Object.fromEntries(Object.entries(transaction).filter(([, value]) => value !== null));
}

function hash(covered: AnyJson): string {
  return sha256Hex(canonicalJson(covered));
}
