import type { Json } from '@aip-hermes/aip';
import { checkAgainstLog, mergePolicy, parsePolicy, type Policy } from '@aip-hermes/binding';
import type { Findings } from '../findings.js';
import { isRecord } from '../is-record.js';
import { keyPath } from '../key-path.js';

/** Checks a raw policy by itself; every rule sits on its key, so a part can be checked as a whole would be. */
export function checkPolicy(raw: Json | undefined, path: string, findings: Findings): boolean {
  const parsed = parsePolicy(raw, path);
  if (parsed.kind === 'ok') return true;
  for (const { path: at, message } of parsed.problems) findings.problem(at, message);
  return false;
}

/**
 * An endpoint's complete policy: its own keys over the deployment's (SPEC 10), within the log's limit (DESIGN 3,
 * Sizes) when that is known. Both parts are checked already, the deployment's by the caller.
 */
export function endpointPolicy(
  raw: { readonly base: Json | undefined; readonly own: Json | undefined },
  path: string,
  maxAppendBytes: number | undefined,
  findings: Findings,
): Policy | undefined {
  const own = raw.own ?? undefined;
  const parsed = parsePolicy(mergePolicy(raw.base ?? undefined, own), path);
  if (parsed.kind === 'bad') {
    for (const { path: at, message } of parsed.problems) findings.problem(at, message);
    return undefined;
  }
  if (maxAppendBytes === undefined) return parsed.policy;
  const tooLarge = checkAgainstLog(parsed.policy, maxAppendBytes);
  for (const { path: key, message } of tooLarge) {
    const isOwn = isRecord(own) && Object.hasOwn(own, key);
    findings.problem(keyPath(isOwn ? path : 'policy', key), message);
  }
  return tooLarge.length === 0 ? parsed.policy : undefined;
}
