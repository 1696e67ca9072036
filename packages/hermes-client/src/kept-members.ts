import { jsonMembers } from './json-members.js';
import type { ProviderJson, ProviderObject } from './outcome.js';
import { parseProviderJson } from './provider-json.js';

/** Characters of JSON text of a member that names or counts something. */
export const SHORT_MEMBER = 64 * 1024;
/** For members that may be as long as what they are part of. */
export const ANY_LENGTH = Number.POSITIVE_INFINITY;

/**
 * These members of an object that is not built as a whole, each read on its own; one that is itself too deep, too large,
 * longer than its limit (characters of JSON text) or no JSON is left out (C93, G13). Null when the text is no object, as
 * far as its outline shows.
 */
export function keptMembers(text: string, limits: ReadonlyMap<string, number>): ProviderObject | null {
  const members = jsonMembers(text, limits);
  if (members === null) return null;
  const kept: [string, ProviderJson][] = [];
  for (const [name, member] of members) {
    if (member.length > (limits.get(name) ?? 0)) continue;
    const parsed = parseProviderJson(member);
    if (parsed.kind === 'value') kept.push([name, parsed.value]);
  }
  return Object.fromEntries(kept);
}
