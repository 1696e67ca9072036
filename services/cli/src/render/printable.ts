/** Control characters apart from line feed and tab, and marks of writing direction: they could move the cursor or mislead. */
export const CONTROL =
  // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text as it may be shown on a terminal: what could steer it becomes a replacement character. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(CONTROL, '\ufffd');
}

/** The same on one line of at most `limit` characters. */
export function printableLine(text: string, limit = 200): string {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}
