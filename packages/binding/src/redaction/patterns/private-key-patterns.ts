import type { CredentialPattern } from '../credential-pattern.js';
import { maskAll } from './mask-value.js';

const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
/** An end of line, escaped up to three times over, and the marks of a quoted mail. */
const BREAK = '(?:\\s|\\\\{1,7}[nr]|(?<=\\s|[nr])>)';
/** Marker and lines of base64 (line ends may be escaped), to the end marker if there is one. Nothing else. */
const BLOCK = new RegExp(
  '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----' +
    `(?:${BREAK}{1,24}(?:(?:Proc-Type|DEK-Info|Version|Comment): [A-Za-z0-9,. -]{1,64}|[A-Za-z0-9+/=]{16,1024})){0,2000}` +
    `(?:${BREAK}{0,24}[A-Za-z0-9+/=]{0,1024}${BREAK}{0,24}-----END [A-Z0-9 ]{0,48}-----)?`,
  'g',
);
const LAST_LINE = /(?:^|[\n>\s]|\\[nr])([A-Za-z0-9+/=]{1,1024})(?:\s|\\{1,7}[nr]){1,8}>?[ \t]{0,8}$/;
const SHORTEST_LINE = 16;
const LONGEST_LINE = 1_100;
const MAX_LINES = 2_000;

/** Private keys in PEM, whole and cut. */
export const PRIVATE_KEY_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'private key block',
    matches:
      'PEM block of any kind of private key, to its end marker or as far as lines of base64 go (cut off); line ends also as `\\n`, indented or quoted',
    pattern: BLOCK,
    replace: maskAll,
    examples: [
      [
        `a -----BEGIN RSA PRIVATE KEY-----\n${KEY_LINE}\n${KEY_LINE}\nMIIE==\n-----END RSA PRIVATE KEY----- b`,
        'a [redacted] b',
      ],
      [
        `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${KEY_LINE}\n-----END RSA PRIVATE KEY-----`,
        '[redacted]',
      ],
      [`x -----BEGIN OPENSSH PRIVATE KEY-----\\n${KEY_LINE}\\n${KEY_LINE}`, 'x [redacted]'],
      [`-----BEGIN PRIVATE KEY-----\\\\n${KEY_LINE}\\\\n-----END PRIVATE KEY-----`, '[redacted]'],
      [`> -----BEGIN PRIVATE KEY-----\n> ${KEY_LINE}\n> -----END PRIVATE KEY-----`, '> [redacted]'],
      [
        `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${KEY_LINE}\n=lQ12\n-----END PGP PRIVATE KEY BLOCK-----`,
        '[redacted]',
      ],
    ],
    stays: [
      `-----BEGIN PUBLIC KEY-----\n${KEY_LINE}\n-----END PUBLIC KEY-----`,
      `-----BEGIN CERTIFICATE-----\n${KEY_LINE}\n-----END CERTIFICATE-----`,
    ],
  },
  {
    name: 'rest of a private key block',
    matches: 'lines of base64 before the end marker of a private key whose beginning was cut off',
    pattern: /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    startOf: startOfKeyLines,
    replace: maskAll,
    examples: [
      [`${KEY_LINE}\n${KEY_LINE}\nab==\n-----END PRIVATE KEY----- x`, '[redacted] x'],
      [`x\\n${KEY_LINE}\\n-----END EC PRIVATE KEY-----`, 'x\\n[redacted]'],
    ],
    stays: [`${KEY_LINE}\n-----END CERTIFICATE-----`, 'rm -rf /\n-----END PUBLIC KEY-----'],
  },
];

/** Walks back over whole lines of base64; only the last may be short. A command line is none. */
function startOfKeyLines(text: string, from: number, at: number): number {
  let start = at;
  let short = at;
  for (let lines = 0; lines < MAX_LINES; lines += 1) {
    const line = LAST_LINE.exec(text.slice(Math.max(from, short - LONGEST_LINE), short))?.[1];
    if (line === undefined) return start;
    const begin = text.lastIndexOf(line, short - 1);
    if (line.length >= SHORTEST_LINE) start = begin;
    else if (lines > 0) return start;
    short = begin;
  }
  return start;
}
