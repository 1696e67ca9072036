import { jsonShape, VALUE_LIMIT, type JsonShape } from './json-shape.js';
import type { ProviderJson, ProviderObject } from './outcome.js';

/** Deepest nesting that is kept as a value; the outermost array or object is level 1 (C93). */
const DEPTH_LIMIT = 128;

/**
 * A provider's JSON text as a value. `opaque`: nested too deep or with too many values, so that nothing was built;
 * whether it is valid is then known of its outline only.
 */
export type ProviderParse =
  | { readonly kind: 'value'; readonly value: ProviderJson }
  | { readonly kind: 'opaque' }
  | { readonly kind: 'invalid' };

/**
 * Reads untrusted JSON. A number whose value is an integer beyond 2^53 - 1, or no finite number at all
 * (`1e400`), is kept as its text, so nothing is rounded in silence (C88, C95). Member names such as
 * `__proto__` become plain own members (C90). Depth and count are known before anything is built (C93, G13), and it is
 * built once.
 */
export function parseProviderJson(text: string): ProviderParse {
  const shape = jsonShape(text);
  if (!shape.closed) return { kind: 'invalid' };
  if (shape.depth > DEPTH_LIMIT || shape.values > VALUE_LIMIT) return { kind: 'opaque' };
  try {
    return { kind: 'value', value: JSON.parse(withInexactNumbersQuoted(text, shape)) as ProviderJson };
  } catch {
    // The parser's message quotes the text, which is the provider's; only the fact is kept.
    return { kind: 'invalid' };
  }
}

/** True for a JSON object, false for arrays, null and scalars. */
export function isProviderObject(value: ProviderJson | undefined): value is ProviderObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws SyntaxError when a literal is no JSON number: in quotes it would pass. */
function withInexactNumbersQuoted(text: string, shape: JsonShape): string {
  let exact = '';
  let copied = 0;
  for (const [start, end] of shape.suspects) {
    const literal = text.slice(start, end);
    if (isExact(JSON.parse(literal) as number) || isName(text, end)) continue;
    exact += `${text.slice(copied, start)}"${literal}"`;
    copied = end;
  }
  return copied === 0 ? text : exact + text.slice(copied);
}

/** A fraction is rounded by nature; an integer beyond 2^53 - 1 may silently be another one. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** Whether what ends here stands where a name belongs: in quotes it would become one. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text[at] === ':';
}
