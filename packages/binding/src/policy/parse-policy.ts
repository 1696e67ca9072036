import type { z } from 'zod';
import { nearestName } from './nearest-name.js';
import { POLICY_SCHEMA } from './policy-schema.js';
import type { Policy, PolicyProblem } from './policy.js';

/** A complete policy, or everything that is wrong with it. */
export type PolicyResult =
  | { readonly kind: 'ok'; readonly policy: Policy }
  | { readonly kind: 'bad'; readonly problems: readonly PolicyProblem[] };

/** Unknown keys named in problems are cut to this many characters: they may be anything. */
const MAX_KEY_SHOWN = 64;

/** Problems reported at once, at most. */
const MAX_PROBLEMS = 100;

/**
 * Validates a raw policy and fills in defaults (SPEC 10). Unknown keys are errors; all problems come at once,
 * with their paths below `base`. `undefined` and null are the empty policy. Never throws.
 */
export function parsePolicy(input: unknown, base = ''): PolicyResult {
  const parsed = POLICY_SCHEMA.safeParse(input ?? {});
  if (parsed.success) return { kind: 'ok', policy: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, base));
  return { kind: 'bad', problems: problems.slice(0, MAX_PROBLEMS) };
}

function problemsOf(issue: z.core.$ZodIssue, base: string): PolicyProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText(base, [...issue.path, key.slice(0, MAX_KEY_SHOWN)]),
      message: unknownKey(key),
    }));
  }
  const message = issue.path.length === 0 ? 'must be an object of policy keys' : issue.message;
  return [{ path: pathText(base, issue.path), message }];
}

function unknownKey(key: string): string {
  const near = nearestName(key, Object.keys(POLICY_SCHEMA.shape));
  return near === undefined ? 'is not a policy key' : `is not a policy key; did you mean ${near}?`;
}

function pathText(base: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, base);
}
