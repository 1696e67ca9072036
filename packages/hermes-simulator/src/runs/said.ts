/** `reasoning.available` shows this many characters of the said text (5.3). */
export const SAID_CHARACTERS = 500;

/** The first `limit` code points of a text: Python counts characters so. */
export function firstCharacters(text: string, limit: number): string {
  return Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('');
}
