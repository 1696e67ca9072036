import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL_HINT, CREDENTIAL_PATTERNS } from './credential-patterns.js';
import { redactText } from './redact-text.js';

const NONE: readonly string[] = [];
const HEX = '0123456789abcdef0123456789abcdef';

/** Per pattern: texts with the credential, and what is left. */
const SHAPES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'private key block': [
    [
      `a -----BEGIN RSA PRIVATE KEY-----\n${HEX}\n${HEX}\nMIIE==\n-----END RSA PRIVATE KEY----- b`,
      'a [redacted] b',
    ],
    [
      `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${HEX}\n-----END RSA PRIVATE KEY-----`,
      '[redacted]',
    ],
    [`x -----BEGIN OPENSSH PRIVATE KEY-----\\n${HEX}\\n${HEX}`, 'x [redacted]'],
    [
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${HEX}\n=lQ12\n-----END PGP PRIVATE KEY BLOCK-----`,
      '[redacted]',
    ],
  ],
  'authorization header': [
    ['curl -H "Authorization: Bearer CANARY-77" x', 'curl -H "Authorization: Bearer [redacted]" x'],
    ['Proxy-Authorization: Basic dXNlcjpwdw==', 'Proxy-Authorization: Basic [redacted]'],
    ['{\\"authorization\\": \\"abc\\"}', '{\\"authorization\\": \\"[redacted]\\"}'],
    ['authorization=abc', 'authorization=[redacted]'],
  ],
  'cookie header': [
    ["-H 'Cookie: sid=abc; theme=dark' --get", "-H 'Cookie: [redacted]' --get"],
    ['Set-Cookie: sid=abc; HttpOnly\nnext', 'Set-Cookie: [redacted]; HttpOnly\nnext'],
  ],
  'bearer token': [['use bearer abc123def now', 'use bearer [redacted] now']],
  'basic credentials': [['Basic dXNlcjpodW50ZXIy', 'Basic [redacted]']],
  'password in a URL': [
    ['https://user:CANARY-77@host.example/', 'https://user:[redacted]@host.example/'],
    ['redis://:p@ss@host:6379', 'redis://:[redacted]@host:6379'],
    ['postgres://u:p%40x@h/db?x=1', 'postgres://u:[redacted]@h/db?x=1'],
  ],
  'token in a URL': [[`git clone https://${HEX}@host/r.git`, 'git clone https://[redacted]@host/r.git']],
  'named value': [
    ['{"api_key": "abc def", "n": 1}', '{"api_key": "[redacted]", "n": 1}'],
    ['{\\"password\\":\\"ab\\"}', '{\\"password\\":\\"[redacted]\\"}'],
    ['password = hunter2', 'password = [redacted]'],
    ['?access_token=abc&user=joe', '?access_token=[redacted]&user=joe'],
    ['X-Api-Key: abc', 'X-Api-Key: [redacted]'],
    ["clientSecret: 'a b'", "clientSecret: '[redacted]'"],
    ['password="a\\"b" x', 'password="[redacted]" x'],
    ['password="cut off', 'password="[redacted]'],
    ['DB_PASSWORD=ab,cd', 'DB_PASSWORD=[redacted]'],
  ],
  'environment value': [
    ['export API_KEY=CANARY-77 && ./deploy', 'export API_KEY=[redacted] && ./deploy'],
    ['DEPLOY_KEY=abc', 'DEPLOY_KEY=[redacted]'],
    ['DB_PASS=abc;ls', 'DB_PASS=[redacted];ls'],
    ['SECRET_KEY_BASE=abc', 'SECRET_KEY_BASE=[redacted]'],
    ['A_KEY=x|rm -rf /', 'A_KEY=[redacted]|rm -rf /'],
  ],
  'command line option': [
    ['mysql --password hunter2 db', 'mysql --password [redacted] db'],
    ['cli --auth-token "a b" go', 'cli --auth-token "[redacted]" go'],
  ],
  'OpenAI style key': [[`sk-proj-${HEX}`, '[redacted]']],
  'Stripe key': [[`sk_live_${HEX}`, '[redacted]']],
  'GitHub token': [
    [`ghp_${HEX}`, '[redacted]'],
    [`gho_${HEX}.`, '[redacted].'],
  ],
  'GitHub fine-grained token': [[`github_pat_${HEX}_${HEX}`, '[redacted]']],
  'GitLab token': [[`glpat-${HEX}`, '[redacted]']],
  'Slack token': [[`xoxb-123-${HEX}`, '[redacted]']],
  'AWS key id': [['AKIAIOSFODNN7EXAMPLE', '[redacted]']],
  'Google key': [[`AIza${HEX}abc`, '[redacted]']],
  'Hugging Face token': [[`hf_${HEX}`, '[redacted]']],
  'npm token': [[`npm_${HEX}abcd`, '[redacted]']],
  'JSON web token': [['a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln b', 'a [redacted] b']],
};

describe('redactText', () => {
  it('G10: every pattern of the table has an example', () => {
    expect(Object.keys(SHAPES)).toEqual(CREDENTIAL_PATTERNS.map(({ name }) => name));
  });

  for (const { name, pattern } of CREDENTIAL_PATTERNS) {
    for (const [text, left] of SHAPES[name] ?? []) {
      it(`C52: ${name}: ${text.slice(0, 50)}`, () => {
        expect(text).toMatch(new RegExp(pattern.source, pattern.flags.replace('g', '')));
        expect(CREDENTIAL_HINT.test(text)).toBe(true);
        expect(redactText(text, NONE)).toBe(left);
        expect(redactText(left, NONE)).toBe(left);
      });
    }
  }

  it.each([
    'The basic knowledge of JavaScript bearer bonds: nothing secret here.',
    'max_tokens=4096, total_tokens: 16, token: 12',
    'pattern_key=recursive delete; idempotency_key: abc',
    'time 10:30, ratio 3:4, https://host.example:8080/a@b?c=d:e',
    'const password: string; token=null',
    'task-force-and-risk-management-of-things',
    'PASS=12 FAIL=0 PWD=/home/user',
    'see https://user@host.example/ and mailto:joe@host.example',
    'cookie: I like it',
  ])('G10: ordinary text stays: %s', (text) => {
    expect(redactText(text, NONE)).toBe(text);
  });

  it.each([
    ['A_KEY=x;rm -rf /', ';rm -rf /'],
    ['TOKEN="$(rm -rf /)" ls', '$(rm -rf /)'],
    ['PASSWORD=`reboot` ls', '`reboot`'],
    ['curl -H Cookie: a=b; rm -rf /', '; rm -rf /'],
    ['curl -H Authorization: x;rm -rf /', ';rm -rf /'],
    ['echo "-----BEGIN PRIVATE KEY-----"; rm -rf /', '; rm -rf /'],
    ['-----BEGIN PRIVATE KEY-----\nrm -rf /\n-----END PRIVATE KEY-----', 'rm -rf /'],
    ['curl https://u:p@h | sh', '| sh'],
  ])('G10: masking hides no command from an approver: %s', (command, visible) => {
    expect(redactText(command, NONE)).toContain(visible);
  });

  it('G10: held credentials are masked in every form', () => {
    const secret = 'k"ey/+ü&1';
    const secrets = [secret];
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ];
    for (const form of forms) {
      expect(redactText(`<${form}>`, secrets)).toBe('<[redacted]>');
      expect(redactText(form, secrets)).toBe('[redacted]');
    }
  });

  it('G10: a held credential inside a longer encoded text is masked at every place of base64', () => {
    const secret = 'held-key-0815?canary~ÿ';
    for (const before of ['', 'B', 'Be', 'Bearer ', '{"authorization":"Bearer ']) {
      for (const after of ['', '\n', '"}', 'xyz']) {
        for (const encoding of ['base64', 'base64url'] as const) {
          const hidden = Buffer.from(`${before}${secret}${after}`).toString(encoding);
          const masked = redactText(`<${hidden}>`, [secret]);
          expect(masked).toContain('[redacted]');
          const left = masked.replace('[redacted]', ' ').split(/[<> ]/);
          for (const part of left) {
            expect(Buffer.from(part, 'base64').toString()).not.toMatch(/held|eld-|0815|canar/);
          }
        }
      }
    }
  });

  it('G10: a held credential in hexadecimal, or with any of its characters escaped, is masked', () => {
    const secret = 'hk-9/é "z"';
    const bytes = Buffer.from(secret);
    const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
    const units = secret.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const forms = [
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      percent.join(''),
      percent.join('').toUpperCase(),
      percent.join('').replaceAll('%', '%25'),
      `hk${percent.slice(2).join('')}`,
      units.join(''),
      `hk${units.slice(2).join('')}`,
    ];
    for (const form of forms) expect(redactText(`<${form}>`, [secret])).toBe('<[redacted]>');
  });

  it('G13: long text full of escapes does not hang', () => {
    const size = 1 << 20;
    for (const piece of ['%', '%25', '%61', '\\u0061', '\\\\', '%2525'])
      redactText(piece.repeat(size / piece.length), ['a'.repeat(64), '%%%%%%%%']);
  });

  it('G10: the longer of two held credentials wins, and a part of the mask is no credential', () => {
    expect(redactText('abcdef', ['abc', 'abcdef'])).toBe('[redacted]');
    expect(redactText('red', ['red', ''])).toBe('red');
  });

  it('G10: redacting twice is redacting once', () => {
    const pieces = [
      ...Object.values(SHAPES).flatMap((list) => list.flat()),
      ...[
        '=',
        ':',
        '"',
        "'",
        '\\',
        ' ',
        '\n',
        '@',
        '://',
        '&',
        'KEY',
        'token',
        'Bearer ',
        'Basic ',
        '--password ',
      ],
      ...['-----', '[redacted]', '[', ']', 'HELD-1', 'eyJ', '.', ',', 'cookie:', '1234'],
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), {
      maxLength: 12,
    });
    const secrets = ['HELD-1', 'HELD-1-LONG', 'a'];
    fc.assert(
      fc.property(text, (parts) => {
        const once = redactText(parts.join(''), secrets);
        expect(redactText(once, secrets)).toBe(once);
        expect(once).not.toContain('HELD-1');
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['API_KEY=', 'password="', '{"token": "', 'Authorization: Bearer ', '--password '])(
    'G10, G13: a value of megabytes after %s is masked to its end',
    (head) => {
      const once = redactText(`${head}${'a'.repeat(1 << 24)}`, NONE);
      expect(once).toBe(`${head}[redacted]`);
      expect(redactText(once, NONE)).toBe(once);
    },
  );

  it('G13: long hostile text neither hangs nor breaks a pattern', () => {
    const size = 1 << 20;
    for (const piece of [
      'a',
      'eyJ',
      '-eyJ',
      '-----BEGIN PRIVATE KEY-----',
      'KEY=',
      'password="',
      '://a:',
      '--a',
      '\\"',
    ]) {
      redactText(piece.repeat(size / piece.length), NONE);
      redactText(`API_KEY=${piece.repeat(size / piece.length)}`, NONE);
    }
  });
});
