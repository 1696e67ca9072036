import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, seeded } from '../fixtures/json-arbitraries.js';
import { parseProviderJson } from './parse-provider-json.js';

const ok = (value: unknown): unknown => ({ kind: 'ok', value });

describe('parseProviderJson', () => {
  it('reads what JSON.parse reads, to equal values', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parseProviderJson(text)).toEqual(ok(JSON.parse(text)));
      }),
      { ...seeded('parseProviderJson'), numRuns: 300 },
    );
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['{"a":[-18446744073709551616,1]}', { a: ['-18446744073709551616', 1] }],
    ['[1,9223372036854775808 ]', [1, '9223372036854775808']],
    ['{"a":9007199254740991}', { a: 9007199254740991 }],
    ['[1e999,"1e999",1e300]', ['1e999', '1e999', 1e300]],
    ['{"t":1790000000.1234567890123}', { t: 1790000000.1234567 }],
    ['{"id":"run_1234567890123456789"}', { id: 'run_1234567890123456789' }],
  ])('C88: rounds nothing silently in %s', (text, value) => {
    expect(parseProviderJson(text)).toEqual(ok(value));
  });

  it('lets the last of two equal members win on both ways of reading', () => {
    expect(parseProviderJson('{"a":1,"a":2}')).toEqual(ok({ a: 2 }));
    expect(parseProviderJson('{"a":1,"a":9007199254740993}')).toEqual(ok({ a: '9007199254740993' }));
  });

  it('bounds depth', () => {
    const arrays = (levels: number, core = ''): string => '['.repeat(levels) + core + ']'.repeat(levels);
    expect(parseProviderJson(arrays(128)).kind).toBe('ok');
    expect(parseProviderJson(arrays(128, '9007199254740993')).kind).toBe('ok');
    expect(parseProviderJson(arrays(129)).kind).toBe('too_deep');
    expect(parseProviderJson(arrays(20_000)).kind).toBe('too_deep');
    const flat = `[${'{"a":[]},'.repeat(500)}"${'['.repeat(500)}\\"[${'{'.repeat(500)}"]`;
    expect(parseProviderJson(flat).kind).toBe('ok');
  });

  it.each(['', 'NaN', '{"a":Infinity}', '{"a":12345678901234567', '[1,', '\ufeff1', `"${'a'.repeat(300)}`])(
    'refuses %j',
    (text) => {
      expect(parseProviderJson(text)).toEqual({ kind: 'not_json' });
    },
  );

  it('C90: keeps a member named __proto__ as data on both ways of reading', () => {
    for (const number of ['1', '9007199254740993']) {
      const result = parseProviderJson(`{"__proto__":{"polluted":${number}}}`);
      expect(result.kind === 'ok' && Object.keys(result.value as object)).toEqual(['__proto__']);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }
  });
});
