import type { CredentialPattern, ReplaceMatch } from '../credential-pattern.js';
import { MASK } from '../mask.js';
import { keepHead } from './mask-value.js';
import { CLOSED_NAME, LIST_START, NO_MEMBERS, REST_OF_VALUE } from './value-shapes.js';

const WORD = '[^\\s"\'`&;|<>()\\\\]';
const SCHEMES =
  'bearer|basic|token|digest|negotiate|ntlm|api-?key|hawk|hmac|signature|oauth|dpop|ssws|sharedkey(?:lite)?|aws4-hmac-sha256';
/** Any other scheme, where what follows does not read like prose. */
const OTHER_SCHEME = `[a-z][a-z0-9._-]{1,30}(?=[ \\t]{1,8}(?:\\[redacted\\]|${WORD}{0,200}[0-9=:]))`;
/** One `name="value"` of a scheme with parameters; nothing that a shell would run. */
const PARAMETER = `[A-Za-z0-9_-]{1,64}=(?:\\\\{0,7}"[^"\\\\\\r\\n\`$;&|<>]{0,4096}\\\\{0,7}"|[^\\s"'\`&;|<>()\\\\,]{1,4096})`;
/** One `name=value` of a cookie header. */
const COOKIE = '[^\\s=;"\'`&|<>()\\\\]{1,128}=[^\\s;"\'`&|<>()\\\\]{0,4096}';

/** Credentials in HTTP headers. */
export const HEADER_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'authorization header',
    matches: 'value of `Authorization` and `Proxy-Authorization`, whatever the scheme; the scheme stays',
    pattern: new RegExp(
      `(?<head>authorization${CLOSED_NAME}[ \\t]{0,8}(?:[:=][ \\t]{0,8}${LIST_START}\\\\{0,7}["']?(?:(?:${SCHEMES})[ \\t]{1,8}(?:\\\\{0,7}["'])?)?|:[ \\t]{0,8}\\\\{0,7}["']?${OTHER_SCHEME}[ \\t]{1,8}))` +
        `${NO_MEMBERS}(?:${PARAMETER}(?:,[ \\t]{0,8}${PARAMETER}){1,32}|(?<=[ \\t])${PARAMETER}|(?!(?:${SCHEMES})[ \\t]|${OTHER_SCHEME})${WORD}{1,16384})`,
      'gi',
    ),
    rest: REST_OF_VALUE,
    replace: keepHead,
    examples: [
      ['curl -H "Authorization: Bearer CANARY-77" x', 'curl -H "Authorization: Bearer [redacted]" x'],
      ['Proxy-Authorization: Basic dXNlcjpwdw==', 'Proxy-Authorization: Basic [redacted]'],
      ['Authorization: Bearer "abcdef1"', 'Authorization: Bearer "[redacted]"'],
      ['{"Authorization":["Bearer x1y2z3"]}', '{"Authorization":["Bearer [redacted]"]}'],
      ['{\\"authorization\\": [\\"abc\\"]}', '{\\"authorization\\": [\\"[redacted]\\"]}'],
      ['Authorization: Token token="abc"', 'Authorization: Token [redacted]'],
      ['Authorization: ApiKey abc', 'Authorization: ApiKey [redacted]'],
      ['Authorization: DPoP abcdef', 'Authorization: DPoP [redacted]'],
      [
        'Authorization: Digest username="joe", nonce="abc", response="6629"',
        'Authorization: Digest [redacted]',
      ],
      [
        'Authorization: AWS4-HMAC-SHA256 Credential=AK/us/s3, SignedHeaders=host, Signature=fe5f',
        'Authorization: AWS4-HMAC-SHA256 [redacted]',
      ],
      ['authorization: SharedKey account:abcd=', 'authorization: SharedKey [redacted]'],
      ['Authorization: Custom9 abc123', 'Authorization: Custom9 [redacted]'],
      ['{\\"authorization\\": \\"abc\\"}', '{\\"authorization\\": \\"[redacted]\\"}'],
      ['authorization=abc', 'authorization=[redacted]'],
    ],
    stays: ['{"authorization":{"n":1}}', 'Authorization header is missing', 'authorization code flow'],
  },
  {
    name: 'cookie header',
    matches: 'values of `Cookie` and `Set-Cookie`; attributes of a cookie stay',
    pattern: new RegExp(
      `(?<head>cookie${CLOSED_NAME}[ \\t]{0,8}:[ \\t]{0,8}\\\\{0,7}["']?)(?:${COOKIE}(?:; ?${COOKIE}){0,64}|\\[redacted\\])`,
      'gi',
    ),
    replace: keepHead,
    examples: [
      ["-H 'Cookie: sid=abc; theme=dark' --get", "-H 'Cookie: [redacted]' --get"],
      ['Set-Cookie: sid=abc; HttpOnly\nnext', 'Set-Cookie: [redacted]; HttpOnly\nnext'],
    ],
    stays: ['cookie: I like it', 'cookies are disabled'],
  },
  {
    name: 'bearer token',
    matches: 'word of 6 or more characters after `Bearer` that has a digit or is long',
    pattern: /(?<head>\bbearer[ \t]{1,8})(?=\S{0,200}\d|\S{20})[A-Za-z0-9._~+/=-]{6,16384}/gi,
    replace: keepHead,
    examples: [['use bearer abc123def now', 'use bearer [redacted] now']],
    stays: ['Bearer token required', 'bearer bonds', '"token_type":"bearer"'],
  },
  {
    name: 'basic credentials',
    matches: 'base64 after `Basic` that holds a colon when decoded',
    pattern: /(?<head>\bbasic[ \t]{1,8})(?<value>[A-Za-z0-9+/_-]{4,16384}={0,2})/gi,
    replace: maskBasic(),
    examples: [['Basic dXNlcjpodW50ZXIy', 'Basic [redacted]']],
    stays: ['basic knowledge of JavaScript', 'Basic auth'],
  },
];

function maskBasic(): ReplaceMatch {
  return (match, { head = '', value = '' }) =>
    Buffer.from(value, 'base64').toString('latin1').includes(':') ? `${head}${MASK}` : match;
}
