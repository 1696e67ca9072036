import type { ProviderJson, ProviderObject } from './outcome.js';

/** Stands where a credential was. */
const MASKED = '[credential]';

/** A shorter key would mask ordinary words; the server refuses such keys anyway (hermes 1.1). */
const SHORTEST_MASKED = 8;

/** Removes the endpoint's key from untrusted text and values, exactly (DESIGN 6, G10). */
export interface CredentialMask {
  text(text: string): string;
  /** `source` is the JSON text the value was read from: without the key in it the value is returned as it is. */
  object(value: ProviderObject, source: string): ProviderObject;
}

/** A mask for one key. */
export function credentialMask(key: string): CredentialMask {
  if (key.length < SHORTEST_MASKED) return { text: (text) => text, object: (value) => value };
  const escaped = JSON.stringify(key).slice(1, -1);
  const text = (from: string): string => from.replaceAll(key, MASKED);
  return {
    text,
    object: (value, source) =>
      source.includes(key) || source.includes(escaped) ? maskedObject(value, text) : value,
  };
}

/** Depth is bounded by the parser's limit, so recursion is safe here. */
function masked(value: ProviderJson, text: (from: string) => string): ProviderJson {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => masked(item, text));
  return maskedObject(value, text);
}

function maskedObject(value: ProviderObject, text: (from: string) => string): ProviderObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [text(name), masked(member, text)]),
  );
}

function isList(value: ProviderObject | readonly ProviderJson[]): value is readonly ProviderJson[] {
  return Array.isArray(value);
}
