import { MASK } from './mask.js';

/** One shape of a credential in text. */
export interface CredentialPattern {
  readonly name: string;
  /**
   * Linear in the text, and every repeat bounded: an unbounded one can exhaust the stack of the engine on a text
   * of some megabytes. No real credential reaches the bounds.
   */
  readonly pattern: RegExp;
  /** What a value that fills the bound goes on with, sticky; so that its rest is masked too. */
  readonly rest?: RegExp;
  /** The replacement of a match; it is a match of no pattern, or its own replacement. */
  readonly replace: (match: string, groups: Readonly<Record<string, string | undefined>>) => string;
}

/** A credential word as the end of a name, any case; `tokens` and other counts do not end so. */
const NAME_END =
  '(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key)';
/** The same and more in the upper case of environment variables. */
const ENV_NAME_END =
  '(?:KEY|CREDENTIALS?|_PASS|_PWD|(?:SECRET|PASSWORD|TOKEN|KEY)_(?:BASE|VALUE|[0-9]{1,3}))';
/** A value in quotes (escaped ones too, for JSON in text) to the closing quote or the end of the line. */
const QUOTED = '(?<quote>\\\\?["\'])(?:(?!\\k<quote>)(?:\\\\.|[^\\r\\n])){1,16384}';
/**
 * A bare value: it ends at shell operators. Masking must not hide from an approver what a shell would do, which
 * also is why values hold no command substitution and a cookie or key block nothing but its own shape.
 */
const BARE = '(?:[^\\s"\'`&;|<>()\\\\]|\\\\(?!["\'nrt])){1,16384}';
const VALUE = `(?<value>${QUOTED}|${BARE})`;
const REST_OF_VALUE = /[^\s"'`&;|<>()\\]{1,16384}/y;
const AFTER_NAME = '\\\\?["\']?[ \\t]{0,8}';
/** One `name=value` of a cookie header. */
const COOKIE = '[^\\s=;"\'`&|<>()\\\\]{1,128}=[^\\s;"\'`&|<>()\\\\]{0,4096}';
/** Marker and lines of base64 (line ends may be escaped), to the end marker if there is one. Nothing else. */
const PRIVATE_KEY = new RegExp(
  '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----' +
    '(?:(?:\\s|\\\\[nr]){1,8}(?:(?:Proc-Type|DEK-Info|Version|Comment): [A-Za-z0-9,. -]{1,64}|[A-Za-z0-9+/=]{16,1024})){0,2000}' +
    '(?:(?:\\s|\\\\[nr]){0,8}[A-Za-z0-9+/=]{0,1024}(?:\\s|\\\\[nr]){0,8}-----END [A-Z0-9 ]{0,48}-----)?',
  'g',
);
const COUNT_HEAD = /token["'\\]{0,2}[ \t]{0,8}[:=]/i;
const LONGEST_WORD = 16;
const NO_CREDENTIAL = new Set([
  'null',
  'none',
  'nil',
  'true',
  'false',
  'undefined',
  'string',
  'str',
  'number',
]);

function keepHead(_match: string, { head = '' }: Readonly<Record<string, string | undefined>>): string {
  return `${head}${MASK}`;
}

function all(): string {
  return MASK;
}

function maskValue(match: string, groups: Readonly<Record<string, string | undefined>>): string {
  const { head = '', value = '', quote = '' } = groups;
  return isNoCredential(head, value.slice(quote.length)) ? match : `${head}${quote}${MASK}`;
}

/** Words of code, counts, and what a shell would execute: an approver has to see that. */
function isNoCredential(head: string, value: string): boolean {
  if (/\$\(|`/.test(value)) return true;
  if (value.length > LONGEST_WORD) return false;
  const bare = value.replace(/[,.:]{1,2}$/, '').toLowerCase();
  return NO_CREDENTIAL.has(bare) || (/^[0-9]{1,12}$/.test(bare) && COUNT_HEAD.test(head));
}

function maskBasic(
  match: string,
  { head = '', value = '' }: Readonly<Record<string, string | undefined>>,
): string {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return decoded.includes(':') ? `${head}${MASK}` : match;
}

/** Longest value that one match takes, as written in the patterns; `rest` takes what is beyond. */
export const VALUE_BOUND = 16_384;

/** Every shape that is masked in provider text (DESIGN 6, G10), in the order they are tried. */
export const CREDENTIAL_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'private key block',
    pattern: PRIVATE_KEY,
    replace: all,
  },
  {
    name: 'authorization header',
    pattern:
      /(?<head>authorization\\?["']?[ \t]{0,8}[:=][ \t]{0,8}\\?["']?(?:(?:bearer|basic|token|digest|negotiate|apikey)[ \t]{1,8})?)[^\s"'`&;|<>()\\]{1,16384}/gi,
    rest: REST_OF_VALUE,
    replace: keepHead,
  },
  {
    name: 'cookie header',
    pattern: new RegExp(
      `(?<head>cookie${AFTER_NAME}:[ \\t]{0,8}\\\\?["']?)(?:${COOKIE}(?:; ?${COOKIE}){0,64}|\\[redacted\\])`,
      'gi',
    ),
    replace: keepHead,
  },
  {
    name: 'bearer token',
    pattern: /(?<head>\bbearer[ \t]{1,8})(?=\S{0,200}\d|\S{20})[A-Za-z0-9._~+/=-]{6,16384}/gi,
    replace: keepHead,
  },
  {
    name: 'basic credentials',
    pattern: /(?<head>\bbasic[ \t]{1,8})(?<value>[A-Za-z0-9+/_-]{4,16384}={0,2})/gi,
    replace: maskBasic,
  },
  {
    name: 'password in a URL',
    pattern: /(?<head>:\/\/[^\s/?#@"'<>\\:]{0,256}:)(?<value>[^\s/?#"'<>\\]{1,512})@/g,
    replace: (_match, { head = '' }) => `${head}${MASK}@`,
  },
  {
    name: 'token in a URL',
    pattern: /(?<head>:\/\/)[^\s/?#@"'<>\\:]{20,512}@/g,
    replace: (_match, { head = '' }) => `${head}${MASK}@`,
  },
  {
    name: 'named value',
    pattern: new RegExp(`(?<head>${NAME_END}${AFTER_NAME}[:=][ \\t]{0,8})${VALUE}`, 'gi'),
    rest: REST_OF_VALUE,
    replace: maskValue,
  },
  {
    name: 'environment value',
    pattern: new RegExp(`(?<head>${ENV_NAME_END}=)${VALUE}`, 'g'),
    rest: REST_OF_VALUE,
    replace: maskValue,
  },
  {
    name: 'command line option',
    pattern: new RegExp(`(?<head>(?<![a-z0-9-])--?[a-z-]{0,32}${NAME_END}[ \\t]{1,8})(?![-=])${VALUE}`, 'gi'),
    rest: REST_OF_VALUE,
    replace: maskValue,
  },
  { name: 'OpenAI style key', pattern: /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,1024}/g, replace: all },
  { name: 'Stripe key', pattern: /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{10,1024}/g, replace: all },
  { name: 'GitHub token', pattern: /(?<![A-Za-z0-9])gh[opusr]_[A-Za-z0-9]{20,1024}/g, replace: all },
  { name: 'GitHub fine-grained token', pattern: /github_pat_[A-Za-z0-9_]{20,1024}/g, replace: all },
  { name: 'GitLab token', pattern: /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{16,1024}/g, replace: all },
  { name: 'Slack token', pattern: /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,1024}/g, replace: all },
  { name: 'AWS key id', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, replace: all },
  { name: 'Google key', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,1024}/g, replace: all },
  { name: 'Hugging Face token', pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,1024}/g, replace: all },
  { name: 'npm token', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,1024}/g, replace: all },
  {
    name: 'JSON web token',
    pattern:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{4,16384}(?:\.[A-Za-z0-9_-]{0,16384})?/g,
    replace: all,
  },
];

/** True for every text that any pattern can match; false spares the patterns. */
export const CREDENTIAL_HINT =
  /[:=]|--|bearer|basic|sk-|[rs]k_|gh[opusr]_|github_pat_|glpat-|xox|A[KS]IA|AIza|hf_|npm_|eyJ|password|passwd|passphrase|secret|token|key/i;
