const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/**
 * Orders text by code point, which is the order of its UTF-8 bytes (aip section 4). Plain `<` orders UTF-16
 * units and puts U+1F600 before U+FF61.
 */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others, so they rank above U+E000..U+FFFF. */
function rank(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit >= AFTER_SURROGATES ? unit - 0x800 : unit + 0x2000;
}
