const QUOTE = 34;
const BACKSLASH = 92;
/** Shorter literals without exponent are exact: 2^53 - 1 has 16 digits. */
const EXACT_LITERAL_LENGTH = 15;

/** What the text of a JSON value looks like, learned without recursion and before any object is built (C93). */
export interface JsonShape {
  /** Deepest nesting of arrays and objects; 0 for a scalar. */
  readonly depth: number;
  /** Number literals that a double may not hold: long ones and those with an exponent, as [start, end). */
  readonly suspects: readonly (readonly [number, number])[];
}

/** Walks the text once, skipping strings. Says nothing about whether the text is valid JSON. */
export function jsonShape(text: string): JsonShape {
  const suspects: [number, number][] = [];
  let depth = 0;
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
    } else if (code === 123 || code === 91) {
      open += 1;
      if (open > depth) depth = open;
    } else if (code === 125 || code === 93) {
      open -= 1;
    } else if (code === 45 || isDigit(code)) {
      const end = numberEnd(text, at);
      if (end - at > EXACT_LITERAL_LENGTH || hasExponent(text, at, end)) suspects.push([at, end]);
      at = end - 1;
    }
  }
  return { depth, suspects };
}

/** Index of the closing quote of the string that opens at `start`, or the text's length. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end += 1;
  return end;
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if ((text.charCodeAt(at) | 32) === 101) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Digits, plus, minus, point, and the exponent letter. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 43 || code === 45 || code === 46 || (code | 32) === 101;
}
