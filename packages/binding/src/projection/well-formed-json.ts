/** Every escape of a JSON text, so that an escaped backslash before `ud8..` is not mistaken for a surrogate. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
const SURROGATE = /^\\ud[89a-f]/;

/**
 * The text of `JSON.stringify` with each lone surrogate as U+FFFD (aip section 1). `JSON.stringify` writes pairs raw
 * and lone halves as escapes, so one search decides whether there is anything to do. Member names that
 * become equal are both kept; a reader takes the last one.
 */
export function wellFormedJson(text: string): string {
  if (!text.includes('\\ud')) return text;
  return text.replace(ESCAPE, (escape) => (SURROGATE.test(escape) ? '\uFFFD' : escape));
}
