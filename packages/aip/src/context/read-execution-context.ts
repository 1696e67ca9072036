import type { Json } from '../json/json.js';
import { jsonPointer } from '../json/json-pointer.js';
import type { Problem } from '../rules/problem.js';
import { EXECUTION_CONTEXT_EXTENSION, type ExecutionContext } from './execution-context.js';
import { validateExecutionContext } from './validate-execution-context.js';

/** The context an envelope carries, that it carries none, or what is wrong with it. */
export type ReadContextResult =
  | { readonly kind: 'absent' }
  | { readonly kind: 'ok'; readonly context: ExecutionContext }
  | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

const POINTER = jsonPointer(['extensions', EXECUTION_CONTEXT_EXTENSION]);

/**
 * Reads the execution context of an envelope (aip section 13). Present but invalid, `null` included, never
 * counts as absent. Problem paths start at the envelope.
 */
export function readExecutionContext(envelope: {
  readonly extensions?: Json | undefined;
}): ReadContextResult {
  const extensions = envelope.extensions ?? null;
  if (!isObject(extensions)) return { kind: 'absent' };
  if (!Object.hasOwn(extensions, EXECUTION_CONTEXT_EXTENSION)) return { kind: 'absent' };
  const result = validateExecutionContext(extensions[EXECUTION_CONTEXT_EXTENSION] ?? null);
  if (result.kind === 'ok') return result;
  return { kind: 'bad', problems: result.problems.map((it) => ({ ...it, path: POINTER + it.path })) };
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
