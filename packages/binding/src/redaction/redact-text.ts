import { CREDENTIAL_HINT, TRIED_PATTERNS, VALUE_BOUND, type TriedPattern } from './credential-patterns.js';
import { MASK } from './mask.js';
import { maskEdges } from './mask-edges.js';
import { maskEscaped } from './mask-escaped.js';
import { secretForms } from './secret-forms.js';

/** A mask may complete another match, so passes repeat until nothing changes; more than two are not known. */
const MAX_PASSES = 8;

/** Fewer characters hold no credential that a pattern knows. */
const SHORTEST_MATCH = 5;

/**
 * Masks what looks like a credential (`CREDENTIAL_PATTERNS`, best effort) and, exactly, every credential of
 * `secrets` (DESIGN 6, G10). Idempotent; returns the same text when there is nothing to mask.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = maskPatterns(maskEdges(maskSecrets(current, secrets), secrets));
    if (next === current) return current;
    current = next;
  }
  return maskSecrets(current, secrets);
}

/** Masks only the credentials of `secrets`, in each of their forms (G10). */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const { forms, escaped, shortest } = secretForms(secrets);
  if (text.length < shortest) return text;
  const plain = forms.reduce(
    (current, form) => (current.includes(form) ? current.replaceAll(form, MASK) : current),
    text,
  );
  if (!ESCAPE.test(plain)) return plain;
  return escaped.reduce(maskEscaped, plain);
}

/** Every escaped form holds one of these. */
const ESCAPE = /[%\\]/;

function maskPatterns(text: string): string {
  if (text.length < SHORTEST_MATCH || !CREDENTIAL_HINT.test(text)) return text;
  return TRIED_PATTERNS.reduce(maskPattern, text);
}

function maskPattern(
  text: string,
  { pattern, rest, bound = VALUE_BOUND, startOf, replace }: TriedPattern,
): string {
  let masked = '';
  let from = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [match] = found;
    const start = startOf?.(text, from, found.index) ?? found.index;
    masked += text.slice(from, start) + replace(match, found.groups ?? {});
    from =
      match.length < bound || rest === undefined
        ? pattern.lastIndex
        : endOfRun(text, pattern.lastIndex, rest);
    pattern.lastIndex = from;
  }
  return from === 0 ? text : masked + text.slice(from);
}

function endOfRun(text: string, from: number, rest: RegExp): number {
  let end = from;
  do {
    from = end;
    rest.lastIndex = from;
    if (rest.test(text)) end = rest.lastIndex;
  } while (end > from);
  return end;
}
