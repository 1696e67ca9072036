/** Longer words are not compared: no key is that long. */
const MAX_WORD = 64;

/** The known key that was probably meant: the same but for case and `-` or `_`, else the nearest by few edits. */
export function suggestKey(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD) return undefined;
  const plain = bare(word);
  let best: string | undefined;
  let least = plain.length < 5 ? 2 : 3;
  for (const key of known) {
    const edits = distance(plain, bare(key));
    if (edits < least) [best, least] = [key, edits];
  }
  return best;
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** Edits (insert, delete, replace) that turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: Array.from(b).length + 1 }, (_, at) => at);
  for (const [down, letter] of Array.from(a).entries()) {
    const next = [down + 1];
    for (const [across, other] of Array.from(b).entries()) {
      const replaced = (row[across] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
