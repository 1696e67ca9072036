import type { AnyJson } from '@aip-hermes/aip';
import { parsePolicy } from '@aip-hermes/binding';
import type { Findings } from './findings.js';
import { isObject } from './json-text.js';

/** Checks keys and values of `given.policy` as the product checks those of a configuration (SPEC 10). */
export function checkPolicy(value: AnyJson, path: string, findings: Findings): string | null {
  if (!isObject(value)) return 'must be an object of policy keys';
  const result = parsePolicy(value, path);
  if (result.kind === 'bad') {
    for (const problem of result.problems) findings.wrong(problem.path, problem.message);
  }
  for (const [key, setting] of Object.entries(value)) {
    findings.uses('member', `given.policy.${key}`);
    if (typeof setting !== 'object') findings.uses('value', `given.policy.${key} = ${String(setting)}`);
  }
  return null;
}
