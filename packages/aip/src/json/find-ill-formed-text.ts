import { walkJson, type AnyJson } from './walk-json.js';

/** With the `u` flag this meets lone surrogates only; a pair is one code point. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/**
 * The JSON pointer of the first string or member name that holds a lone surrogate, else `null`. Such text has
 * no UTF-8 form and AIP refuses it (aip section 1).
 */
export function findIllFormedText(value: AnyJson): string | null {
  const ok = (text: string): false | undefined => (LONE_SURROGATE.test(text) ? false : undefined);
  const stopped = walkJson(value, {
    enter: () => undefined,
    leave: () => undefined,
    element: () => undefined,
    member: ok,
    scalar: (scalar) => (typeof scalar === 'string' ? ok(scalar) : undefined),
  });
  return stopped ?? null;
}
