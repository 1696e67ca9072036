import type { Json } from '../json/json.js';
import { actionSchema, type Action } from '../messages/action.js';
import { actionRules } from './action-rules.js';
import { checkSchema } from './check-schema.js';
import { MAX_PROBLEMS, type Problem } from './problem.js';
import { RuleBook } from './rule-book.js';

/** A valid action, or why it is none (at most 16 problems). */
export type ActionCheck =
  | { readonly kind: 'ok'; readonly action: Action }
  | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

/** Checks a bare action: schema, then the core rules of actions (aip section 15). */
export function validateAction(value: Json): ActionCheck {
  const problems = checkSchema(actionSchema, value);
  if (problems.length > 0) return { kind: 'bad', problems };
  const action = value as unknown as Action;
  const book = new RuleBook();
  actionRules(action, '', book);
  if (book.problems.length > 0) return { kind: 'bad', problems: book.problems.slice(0, MAX_PROBLEMS) };
  return { kind: 'ok', action };
}
