/** A word in pieces of at most `width` characters; at least one. */
export function pieces(text: string, width: number): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / width));
  return Array.from({ length: count }, (_, index) => text.slice(index * width, (index + 1) * width));
}
