/** With the `u` flag this meets lone surrogates only; a pair is one code point. */
const LONE_SURROGATES = /[\uD800-\uDFFF]/gu;

/**
 * The text as well-formed Unicode: each lone surrogate becomes U+FFFD (aip section 1). Each text stands for
 * itself: the halves of a pair that was cut between two texts become two U+FFFD, by rule, because a recorded
 * text is never joined with another one.
 */
export function wellFormedText(text: string): string {
  return text.replace(LONE_SURROGATES, '\uFFFD');
}
