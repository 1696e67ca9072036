/** The head of a request, and where it ends. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the head, the blank line included. */
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** Reads the head of a request; null while it is not whole. Knows bodies with a content length only. */
export function parseRequest(bytes: Buffer): RequestHead | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  const [path = '', query = ''] = target.split(/(?=\?)/u);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return {
    method,
    path,
    query,
    headers,
    headBytes: end + 4,
    bodyBytes: Number(headers['content-length'] ?? 0),
  };
}
