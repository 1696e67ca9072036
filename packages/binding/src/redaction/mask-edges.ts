import { MASK } from './mask.js';

/** Characters of a credential at an end of a text that are told from chance; fewer are left. */
const SHORTEST_PART = 8;
/** A shorter credential is mostly ends: a part of it says too little. */
const SHORTEST_CUT = 2 * SHORTEST_PART;

/**
 * Masks the beginning of a held credential at the end of a text and its end at the beginning of one: a credential
 * cut by two neighbouring chunks leaves at most 7 characters in each (docs/redaction.md). Looks at the ends only.
 */
export function maskEdges(text: string, secrets: readonly string[]): string {
  if (text.length < SHORTEST_PART) return text;
  return secrets.reduce(
    (current, secret) =>
      secret.length < SHORTEST_CUT ? current : maskStart(maskEnd(current, secret), secret),
    text,
  );
}

function maskEnd(text: string, secret: string): string {
  const head = secret.slice(0, SHORTEST_PART);
  let at = text.indexOf(head, Math.max(0, text.length - secret.length));
  for (; at !== -1; at = text.indexOf(head, at + 1)) {
    const part = text.slice(at);
    if (secret.startsWith(part) && !MASK.includes(part)) return text.slice(0, at) + MASK;
  }
  return text;
}

function maskStart(text: string, secret: string): string {
  const tail = secret.slice(-SHORTEST_PART);
  let at = text.lastIndexOf(tail, secret.length - SHORTEST_PART);
  for (; at !== -1; at = at === 0 ? -1 : text.lastIndexOf(tail, at - 1)) {
    const part = text.slice(0, at + SHORTEST_PART);
    if (secret.endsWith(part) && !MASK.includes(part)) return MASK + text.slice(part.length);
  }
  return text;
}
