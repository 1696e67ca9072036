/** Pointers in problems are cut to this many UTF-16 units: member names come from the sender. */
const MAX_POINTER_LENGTH = 256;

/** A JSON pointer (RFC 6901) for display; `''` is the whole value. Lone surrogates become U+FFFD. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  const text = path.map((part) => `/${escapePart(String(part))}`).join('');
  const cut = text.length > MAX_POINTER_LENGTH ? `${text.slice(0, MAX_POINTER_LENGTH)}...` : text;
  return cut.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
