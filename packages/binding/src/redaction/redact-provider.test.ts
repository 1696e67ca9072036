import type { Json, JsonObject } from '@aip-hermes/aip';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCredentialName } from './credential-name.js';
import { MEMBER_RULE } from './member-rule.js';
import { redactProvider } from './redact-provider.js';

const NONE: readonly string[] = [];

function object(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

describe('redactProvider', () => {
  it.each(MEMBER_RULE.examples)('G10: %s becomes %s', (before, after) => {
    expect(JSON.stringify(redactProvider(object(before), NONE))).toBe(after);
  });

  it.each(MEMBER_RULE.stays)('G10: %s stays', (text) => {
    expect(JSON.stringify(redactProvider(object(text), NONE))).toBe(text);
  });

  it('C52: the three shapes are masked and token counts stay', () => {
    const events: readonly JsonObject[] = [
      {
        event: 'tool.started',
        preview: 'curl -H "Authorization: Bearer CANARY-77" https://user:CANARY-77@host.example/',
      },
      {
        event: 'approval.request',
        command: 'export API_KEY=CANARY-77 && ./deploy',
        pattern_key: 'recursive delete',
        choices: ['once', 'session', 'always', 'deny'],
      },
      {
        event: 'run.completed',
        output: 'API_KEY=CANARY-77',
        usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 },
      },
    ];
    const redacted = events.map((event) => redactProvider(event, NONE));
    expect(JSON.stringify(redacted)).not.toContain('CANARY');
    expect(redacted[1]).toMatchObject({
      command: 'export API_KEY=[redacted] && ./deploy',
      pattern_key: 'recursive delete',
    });
    expect(redacted[2]?.['usage']).toBe(events[2]?.['usage']);
  });

  it('G10: what needs no masking is the same object', () => {
    const value = object('{"event":"message.delta","delta":"hello","list":[{"a":1}],"__proto__":"x"}');
    expect(redactProvider(value, ['some-secret'])).toBe(value);
  });

  it('G10: only what changed is copied, and order stays', () => {
    const value = object('{"a":{"b":"ok"},"c":["x","TOKEN=1a"],"d":1}');
    const redacted = redactProvider(value, NONE);
    expect(JSON.stringify(redacted)).toBe('{"a":{"b":"ok"},"c":["x","TOKEN=[redacted]"],"d":1}');
    expect(redacted['a']).toBe(value['a']);
  });

  it('G10: texts under a credential name are masked whole, numbers and counts stay', () => {
    const value = object(
      '{"password":"a","apiKey":"b","X-Auth-Token":"c","cookies":["d",1],"authorization":{"type":"e"},' +
        '"token":7,"secret":null,"token_count":"5","input_tokens":"6","empty":"","client_secret":""}',
    );
    expect(redactProvider(value, NONE)).toEqual({
      password: '[redacted]',
      apiKey: '[redacted]',
      'X-Auth-Token': '[redacted]',
      cookies: ['[redacted]', 1],
      authorization: { type: 'e' },
      token: 7,
      secret: null,
      token_count: '5',
      input_tokens: '6',
      empty: '',
      client_secret: '',
    });
  });

  it('G10: names are masked only for held credentials and stay apart', () => {
    const value = { 'held-1': 1, 'held-2': 2, password: 3, 'TOKEN=x': 4 };
    expect(redactProvider(value, ['held-1', 'held-2'])).toEqual({
      '[redacted]': 1,
      '[redacted] 2': 2,
      password: 3,
      'TOKEN=x': 4,
    });
  });

  it('G10: a member named __proto__ stays data', () => {
    const redacted = redactProvider(object('{"__proto__":{"x":"TOKEN=1a"}}'), NONE);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"x":"TOKEN=[redacted]"}}');
  });

  it('C93: nesting beyond the limit is masked instead of followed', () => {
    let deep: Json = 'TOKEN=1a';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(JSON.stringify(redactProvider({ deep }, NONE))).toContain('[redacted]');
  });

  it('G10: redacting twice is redacting once, and no held credential is left', () => {
    const key = fc.constantFrom(
      'a',
      'password',
      'token',
      'secrets',
      'cookies',
      'HELD-1',
      'x HELD-1',
      'authorization',
    );
    const leaf = fc.oneof(
      fc.constantFrom('HELD-1', 'a HELD-1 b', 'TOKEN=abc', 'Bearer abc123456', '', '[redacted]'),
      fc.string(),
      fc.integer(),
      fc.constant(null),
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (input) => {
        const once = redactProvider(input, ['HELD-1']);
        expect(redactProvider(once, ['HELD-1'])).toBe(once);
        expect(JSON.stringify(once)).not.toContain('HELD-1');
      }),
      { numRuns: 300 },
    );
  });
});

describe('isCredentialName', () => {
  it.each([
    'password',
    'api_key',
    'apiKey',
    'API-KEY',
    'x-api-key',
    'accessToken',
    'Set-Cookie',
    'db_password',
    'private_key',
  ])('G10: %s holds a credential', (name) => expect(isCredentialName(name)).toBe(true));
  it.each([
    'tokens',
    'max_tokens',
    'pattern_key',
    'idempotency_key',
    'key',
    'token_count',
    'secretary',
    'password_hint',
  ])('G10: %s holds none', (name) => expect(isCredentialName(name)).toBe(false));
});
