/**
 * The longest first part of a text whose JSON text (without quotes) has at most `maxBytes` UTF-8 bytes. A
 * surrogate pair is kept or left out whole (SPEC R6).
 */
export function cutText(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0;
    bytes += escapedBytes(code);
    if (bytes > maxBytes) break;
    end += code > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]);

/** Bytes of a code point as `JSON.stringify` writes it; a lone surrogate is written as an escape. */
function escapedBytes(code: number): number {
  if (SHORT_ESCAPES.has(code)) return 2;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
