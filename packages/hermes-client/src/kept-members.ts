import { jsonMembers } from './json-members.js';
import type { ProviderJson, ProviderObject } from './outcome.js';
import { parseProviderJson } from './provider-json.js';

/**
 * These members of an object that is not built as a whole, each read on its own; one that is itself too deep, too large
 * or no JSON is left out (C93, G13). Null when the text is no object, as far as its outline shows.
 */
export function keptMembers(text: string, names: ReadonlySet<string>): ProviderObject | null {
  const members = jsonMembers(text, names);
  if (members === null) return null;
  const kept: [string, ProviderJson][] = [];
  for (const [name, member] of members) {
    const parsed = parseProviderJson(member);
    if (parsed.kind === 'value') kept.push([name, parsed.value]);
  }
  return Object.fromEntries(kept);
}
