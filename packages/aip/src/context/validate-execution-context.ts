import type { Json } from '../json/json.js';
import { checkSchema } from '../rules/check-schema.js';
import type { Problem } from '../rules/problem.js';
import { RuleBook } from '../rules/rule-book.js';
import { executionContextSchema, type ExecutionContext } from './execution-context.js';

/** A well-formed context, or why it is none (at most 16 problems). */
export type ExecutionContextResult =
  | { readonly kind: 'ok'; readonly context: ExecutionContext }
  | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

/** Checks shape and timestamps, and that a credential handle names something (aip section 13). */
export function validateExecutionContext(value: Json): ExecutionContextResult {
  const problems = checkSchema(executionContextSchema, value);
  if (problems.length > 0) return { kind: 'bad', problems };
  const context = value as unknown as ExecutionContext;
  const book = new RuleBook();
  book.notBlank(context.credential?.id, '/credential/id');
  book.notBlank(context.credential?.issuer, '/credential/issuer');
  return book.problems.length > 0 ? { kind: 'bad', problems: book.problems } : { kind: 'ok', context };
}
