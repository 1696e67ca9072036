/** The API key of the canary tests: every kind of escaping changes it. */
export const HELD_KEY = 'hk/canary+0815"=4711?key&x%y';
/** The value of a variable named in `redaction.extra_secrets_env`. */
export const HELD_EXTRA = 'extra canary-0816 "pass" ü';

const PEM_LINE = 'CNRY09pemCNRY09pemCNRY09pemCNRY0';

/** Secrets that match documented patterns (docs/redaction.md), each in a text it is told from. */
export const PLANTED: readonly (readonly [secret: string, text: string])[] = [
  ['CNRY01bearer', 'curl -H "Authorization: Bearer CNRY01bearer" x'],
  ['joe:CNRY02basic', `Authorization: Basic ${Buffer.from('joe:CNRY02basic').toString('base64')}`],
  ['CNRY03url', 'see https://joe:CNRY03url@host.example/'],
  ['CNRY04env', 'export API_KEY=CNRY04env && ./deploy'],
  ['CNRY05json', '{"client_secret": "CNRY05json"}'],
  ['CNRY06cookie', "-H 'Cookie: sid=CNRY06cookie; b=c'"],
  ['CNRY07sig', 'https://host.example/o?X-Amz-Signature=CNRY07sig&n=1'],
  ['CNRY08yaml', 'db_password: CNRY08yaml'],
  [PEM_LINE, `-----BEGIN PRIVATE KEY-----\n${PEM_LINE}\n-----END PRIVATE KEY-----`],
  ['ghp_CNRY10github0000000000', 'token ghp_CNRY10github0000000000'],
  ['CNRY11option', 'mysql --password CNRY11option db'],
  ['CNRY12server', 'Server=h;Uid=sa;Pwd=CNRY12server;'],
  ['CNRY13code', '/callback?code=CNRY13code&state=1'],
  ['CNRY14jwt00000000', 'eyJDTlJZMTRqd3Q.CNRY14jwt00000000.c2ln'],
];

/** The held key as an echoing server may say it; `Basic` and longer texts in base64 among them. */
export const KEY_ECHOES: readonly string[] = [HELD_KEY, HELD_EXTRA].flatMap((secret) => [
  `key ${secret} key`,
  `key ${encodeURIComponent(secret)} key`,
  `key ${Buffer.from(secret).toString('hex')} key`,
  ...['', 'a', 'ab'].map((before) => `key ${Buffer.from(`${before}${secret}`).toString('base64')} key`),
  `key ${JSON.stringify(JSON.stringify(secret))} key`,
]);

/** Everything a server can say that must leave no trace. */
export const SAID: readonly string[] = [...PLANTED.map(([, text]) => text), ...KEY_ECHOES];

/** What must stay readable (G10). */
export const READABLE = 'tokens used: 77, max_tokens: 4096, token = next()';

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Characters in base64 of one secret at one of the three places where it may begin, without what neighbours share. */
function base64Core(secret: Buffer, before: number): string {
  const shifted = Buffer.concat([Buffer.alloc(before), secret]).toString('base64');
  const end = Math.floor(((before + secret.length) * 8) / 6);
  return shifted.slice(Math.ceil((before * 8) / 6), end);
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const cores = [0, 1, 2].map((before) => base64Core(bytes, before));
  // JSON in a text of JSON in a row of JSON, as a log line holds it.
  const inJson = [secret];
  for (let depth = 0; depth < 4; depth += 1) inJson.push(JSON.stringify(inJson.at(-1)).slice(1, -1));
  return [
    ...inJson,
    ...[encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase()],
    ...cores,
    ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
    ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  ];
}

const NEEDLES: readonly Needle[] = [HELD_KEY, HELD_EXTRA, ...PLANTED.map(([secret]) => secret)].flatMap(
  (secret) =>
    [...new Set(formsOf(secret))].map((form) => ({ name: `${secret} as ${form}`, bytes: Buffer.from(form) })),
);

/** The secrets found in some bytes, by name and form; empty is good. */
export function tracesIn(text: string | Buffer): readonly string[] {
  const bytes = Buffer.from(text);
  return NEEDLES.filter((needle) => bytes.includes(needle.bytes)).map(({ name }) => name);
}
