const QUOTE = 34;
const BACKSLASH = 92;
/** Shorter literals without exponent are exact: 2^53 - 1 has 16 digits. */
const EXACT_LITERAL_LENGTH = 15;

/** Most values, member names among them, that are built of one text (G13). */
export const VALUE_LIMIT = 200_000;

/** What the text of a JSON value looks like, learned without recursion and before any object is built (C93). */
export interface JsonShape {
  /** Deepest nesting of arrays and objects; 0 for a scalar. */
  readonly depth: number;
  /** Values and member names. */
  readonly values: number;
  /** Every array, object and string that opens is closed; a text where it is false is no JSON. */
  readonly closed: boolean;
  /**
   * Number literals that a double may not hold: long ones and those with an exponent, as [start, end). Without those
   * beyond the value limit.
   */
  readonly suspects: readonly (readonly [number, number])[];
}

/** Walks the text once, skipping strings. Says nothing else about whether the text is valid JSON. */
export function jsonShape(text: string): JsonShape {
  const suspects: [number, number][] = [];
  let depth = 0;
  let open = 0;
  let values = 0;
  let closed = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      values += 1;
      if (at === text.length) closed = false;
    } else if (code === 123 || code === 91) {
      values += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if (code === 125 || code === 93) {
      open -= 1;
      if (open < 0) closed = false;
    } else if (code === 45 || isDigit(code)) {
      const end = numberEnd(text, at);
      values += 1;
      if (values <= VALUE_LIMIT && (end - at > EXACT_LITERAL_LENGTH || hasExponent(text, at, end))) {
        suspects.push([at, end]);
      }
      at = end - 1;
    } else if (isWordStart(code)) {
      values += 1;
    }
  }
  return { depth, values, closed: closed && open === 0, suspects };
}

/** Index of the closing quote of the string that opens at `start`, or the text's length. */
export function stringEnd(text: string, start: number): number {
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

/** The first letter of `true`, `false` or `null`; none of them has one of these again. */
function isWordStart(code: number): boolean {
  return code === 116 || code === 102 || code === 110;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Digits, plus, minus, point, and the exponent letter. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 43 || code === 45 || code === 46 || (code | 32) === 101;
}
