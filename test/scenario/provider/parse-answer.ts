/** Bytes of an answer as HTTP reads them. */
export type ParsedAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'incomplete-head' }
  | { readonly kind: 'no-http' };

/** Reads an answer: status line and headers, the rest is body. Knows no transfer coding. */
export function parseAnswer(bytes: Uint8Array): ParsedAnswer {
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (!'HTTP/1.1 '.startsWith(text.slice(0, 9))) return { kind: 'no-http' };
  if (end === -1) return { kind: 'incomplete-head' };
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1];
  if (status === undefined) return { kind: 'no-http' };
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    kind: 'answer',
    status: Number(status),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(end + 4),
  };
}
