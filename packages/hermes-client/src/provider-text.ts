/**
 * The first `maxBytes` bytes of untrusted text in UTF-8, cut between characters; lone surrogates become
 * U+FFFD, so the result can be stored and sent anywhere (C91).
 */
export function capText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes && !/[\ud800-\udfff]/.test(text)) return text;
  const bytes = Buffer.alloc(Math.min(maxBytes, text.length * 3));
  const { written } = new TextEncoder().encodeInto(text, bytes);
  return bytes.toString('utf8', 0, written);
}
