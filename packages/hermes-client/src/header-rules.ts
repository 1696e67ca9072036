const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that belong to the client or to the transport; a caller's value would change who asks, or where. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Whether HTTP can carry the text as a header value. */
export function isHeaderValue(value: string): boolean {
  return HEADER_VALUE.test(value);
}

/** Why a caller's further headers cannot be sent, or null. Names the header, never its value (SPEC S10). */
export function headerProblem(headers: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) return 'a header name is not legal';
    if (RESERVED.has(name.toLowerCase()))
      return `the header ${name.toLowerCase()} is not the caller's to set`;
    if (!isHeaderValue(value)) return `the value of the header ${name.toLowerCase()} is not legal`;
  }
  return null;
}

/** The headers with lower-case names. */
export function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
