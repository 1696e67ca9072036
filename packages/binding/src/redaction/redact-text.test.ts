import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL_PATTERNS } from './credential-patterns.js';
import { redactText } from './redact-text.js';

const NONE: readonly string[] = [];
describe('redactText', () => {
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
    ['PASSWORD= reboot', 'reboot'],
    ['PASSWORD=\\"x ; rm -rf /', '; rm -rf /'],
    ['reboot\n-----END PRIVATE KEY-----', 'reboot'],
    ['curl -u joe:x;reboot', ';reboot'],
    ['Authorization: Digest a="$(reboot)", b="c"', '$(reboot)'],
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
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      JSON.stringify(JSON.stringify(JSON.stringify(secret))).slice(7, -7),
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

  it('G10: a held credential is masked with every character escaped in any way, at every depth of JSON', () => {
    const slashes = 'Zm9v/YmFyL2Jhei9xdXV4+Zm9vYmFyMTIz/NDU2';
    const mixed = 'ab"cd\\efGHij\\"kl\\';
    const nest = (text: string): string => JSON.stringify(text).slice(1, -1);
    const php = (text: string): string => nest(text).replaceAll('/', '\\/');
    const unit = (text: string): string => nest(text).replace('G', '\\u0047');
    const lists: [string, string[]][] = [
      [slashes, [php(slashes), nest(php(slashes)), php(php(slashes)), php(php(php(slashes)))]],
      [
        slashes,
        [
          slashes.replace('/', '\\u002F'),
          php(slashes).replace('v', '\\u0076'),
          php(slashes).replace('v', '%76'),
        ],
      ],
      [mixed, [unit(mixed), nest(unit(mixed)), nest(nest(unit(mixed))), nest(nest(nest(unit(mixed))))]],
      [
        mixed,
        [
          unit(mixed).replace('\\\\', '\\u005C'),
          encodeURIComponent(nest(mixed)).replace(/(?:%5C){2}$/, '\\'),
        ],
      ],
    ];
    for (const [secret, forms] of lists)
      for (const form of forms) expect(redactText(`<${form}>`, [secret])).toBe('<[redacted]>');
    expect(redactText(`{"a":"${unit(mixed)}","b":1}`, [mixed])).toBe('{"a":"[redacted]","b":1}');
  });

  it('G10: base64 of a held credential is masked when its symbols are escaped', () => {
    const secret = 'kéy>>>???~~~ÿÿ>1';
    const base64 = Buffer.from(secret).toString('base64');
    expect(base64).toMatch(/[+].*=|[/].*=/);
    const twice = encodeURIComponent(encodeURIComponent(base64));
    for (const form of [encodeURIComponent(base64), twice, base64.replaceAll('/', '\\/')])
      expect(redactText(`<${form}>`, [secret])).toBe('<[redacted]>');
  });

  it('G13: a held credential of the greatest length, and one of escapes, do not hang', () => {
    const secrets = [
      '/"'.repeat(2048),
      'aZ9-'.repeat(1024),
      '\\'.repeat(512),
      '\\"'.repeat(64),
      '%5c'.repeat(64),
    ];
    for (const piece of ['\\', '\\"', '%5c', '\\u005c', '/"', '\\/', 'aZ9-', '%255c'])
      redactText(piece.repeat((1 << 16) / piece.length), secrets);
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
      ...CREDENTIAL_PATTERNS.flatMap(({ examples, stays }) => [...examples.flat(), ...stays]),
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

  it.each(['API_KEY=', 'curl -u joe:', 'password="', '{"token": "', 'Authorization: Bearer ', '--password '])(
    'G10, G13: a value of megabytes after %s is masked to its end',
    (head) => {
      const once = redactText(`${head}${'a'.repeat(1 << 24)}`, NONE);
      expect(once).toBe(`${head}[redacted]`);
      expect(redactText(once, NONE)).toBe(once);
    },
  );

  it.each([':p@', `${'a'.repeat(100)}@${'b'.repeat(450)}@`])(
    'G10, G13: a password in a URL goes to the last @ however many there are: %s',
    (piece) => {
      expect(redactText(`redis://u:${piece.repeat(4096)}host`, NONE)).toBe('redis://u:[redacted]@host');
    },
  );

  it.each(['ghp_', 'sk-', 'AIza'])('G10, G13: a key of megabytes after %s is masked to its end', (head) => {
    expect(redactText(`x ${head}${'a'.repeat(1 << 22)} x`, NONE)).toBe('x [redacted] x');
  });

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

  it('G13: any part of any example, over and over, neither hangs nor leaves its second pass anything', () => {
    const before = CREDENTIAL_PATTERNS.flatMap(({ examples }) => examples.map(([text]) => text));
    const part = fc
      .tuple(fc.constantFrom(...before), fc.nat(40), fc.integer({ min: 1, max: 40 }))
      .map(([text, from, length]) => text.slice(from % text.length).slice(0, length));
    fc.assert(
      fc.property(part, part, (one, other) => {
        const once = redactText(`${other}${one.repeat((1 << 14) / one.length)}${other}`, NONE);
        expect(redactText(once, NONE)).toBe(once);
      }),
      { numRuns: 100 },
    );
  });
});
