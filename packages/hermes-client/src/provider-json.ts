import { jsonShape, type JsonShape } from './json-shape.js';
import type { ProviderJson, ProviderObject } from './outcome.js';

/** Deepest nesting that is kept as a value; the outermost array or object is level 1 (C93). */
const DEPTH_LIMIT = 128;

/** A provider's JSON text as a value. `too_deep` carries only the members that are text. */
export type ProviderParse =
  | { readonly kind: 'value'; readonly value: ProviderJson }
  | { readonly kind: 'too_deep'; readonly texts: ReadonlyMap<string, string> }
  | { readonly kind: 'invalid' };

/**
 * Reads untrusted JSON. A number whose value is an integer beyond 2^53 - 1, or no finite number at all
 * (`1e400`), is kept as its text, so nothing is rounded in silence (C88, C95). Member names such as
 * `__proto__` become plain own members (C90). Depth is known before anything is built (C93).
 */
export function parseProviderJson(text: string): ProviderParse {
  const shape = jsonShape(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which is the provider's; only the fact is kept.
    return { kind: 'invalid' };
  }
  if (shape.depth > DEPTH_LIMIT) return { kind: 'too_deep', texts: textMembers(value) };
  const exact = withInexactNumbersQuoted(text, shape);
  return { kind: 'value', value: (exact === text ? value : JSON.parse(exact)) as ProviderJson };
}

/** True for a JSON object, false for arrays, null and scalars. */
export function isProviderObject(value: ProviderJson | undefined): value is ProviderObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withInexactNumbersQuoted(text: string, shape: JsonShape): string {
  let exact = '';
  let copied = 0;
  for (const [start, end] of shape.suspects) {
    const literal = text.slice(start, end);
    if (isExact(Number(literal))) continue;
    exact += `${text.slice(copied, start)}"${literal}"`;
    copied = end;
  }
  return copied === 0 ? text : exact + text.slice(copied);
}

/** A fraction is rounded by nature; an integer beyond 2^53 - 1 may silently be another one. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function textMembers(value: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return texts;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') texts.set(name, member);
  }
  return texts;
}
