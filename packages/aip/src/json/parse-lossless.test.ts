import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonText, seeded } from '../fixtures/json-arbitraries.js';
import { findIllFormedText } from './find-ill-formed-text.js';
import { isJsonNumber } from './json-number.js';
import type { LosslessJsonObject } from './lossless-json.js';
import { parseLossless, type LosslessResult } from './parse-lossless.js';
import { toPlainJson } from './to-plain-json.js';

const limits = { maxBytes: 1_000_000, maxDepth: 128 };
const parse = (input: string | Uint8Array): LosslessResult => parseLossless(input, limits);
const codeOf = (input: string | Uint8Array): string => {
  const result = parse(input);
  return result.kind === 'ok' ? 'ok' : result.code;
};
const plain = (text: string): unknown => {
  const result = parse(text);
  return result.kind === 'ok' ? toPlainJson(result.value) : result;
};
const prototypeBefore = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));

afterEach(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototypeBefore);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe('parseLossless', () => {
  it('reads what JSON.parse reads, to equal values', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(plain(text)).toEqual({ kind: 'ok', value: JSON.parse(text) as unknown });
      }),
      { ...seeded('parseLossless, valid text'), numRuns: 300 },
    );
  });

  it('refuses what JSON.parse refuses, and never throws', () => {
    const damaged = fc
      .tuple(jsonText, fc.nat(), fc.nat({ max: 3 }), fc.string({ unit: 'grapheme-ascii', maxLength: 2 }))
      .map(([text, at, cut, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let readable = true;
        try {
          JSON.parse(text);
        } catch {
          readable = false;
        }
        const code = codeOf(text);
        if (readable) expect(['ok', 'duplicate_member', 'too_deep']).toContain(code);
        else expect(['not_json', 'empty', 'duplicate_member', 'too_deep']).toContain(code);
      }),
      { ...seeded('parseLossless, damaged text'), numRuns: 500 },
    );
  });

  it('B2: keeps number text', () => {
    const result = parse('[9007199254740993, 1.0, -0, 1e3]');
    const items = result.kind === 'ok' ? (result.value as readonly unknown[]) : [];
    expect(items.map((it) => (isJsonNumber(it) ? it.text : ''))).toEqual([
      '9007199254740993',
      '1.0',
      '-0',
      '1e3',
    ]);
    expect(items.map((it) => isJsonNumber(it) && it.isIntegral)).toEqual([true, false, true, false]);
  });

  it('B2: refuses duplicate members, also written with escapes, and says where', () => {
    expect(parse('{"a":{"b":1,"b":1}}')).toMatchObject({ code: 'duplicate_member', path: '/a/b' });
    expect(codeOf('{"a":1,"\\u0061":2}')).toBe('duplicate_member');
    expect(codeOf('{"__proto__":1,"__proto__":2}')).toBe('duplicate_member');
    expect(codeOf('[{"a":1},{"a":1}]')).toBe('ok');
  });

  it('C90: members named like parts of a prototype are plain data', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}';
    const result = parse(text);
    const value = (result.kind === 'ok' ? result.value : {}) as LosslessJsonObject;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify((plain(text) as { value: unknown }).value)).toBe(text);
  });

  it('bounds depth without recursion', () => {
    const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(codeOf(arrays(100))).toBe('ok');
    expect(codeOf(arrays(128))).toBe('ok');
    expect(codeOf(arrays(129))).toBe('too_deep');
    expect(codeOf(arrays(20_000))).toBe('too_deep');
    expect(codeOf('['.repeat(20_000))).toBe('too_deep');
    expect(codeOf('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000))).toBe('too_deep');
  });

  it('works on values of any depth a caller allows', () => {
    const text = '[{"a":'.repeat(50_000) + '"\\ud800"' + '}]'.repeat(50_000);
    const result = parseLossless(text, { maxBytes: 10_000_000, maxDepth: 200_000 });
    if (result.kind !== 'ok') throw new Error(result.message);
    expect(toPlainJson(result.value).kind).toBe('ok');
    expect(findIllFormedText(result.value)).toMatch(/^\/0\/a\/0/);
  });

  it('bounds size in bytes before reading', () => {
    const tight = { maxBytes: 4, maxDepth: 1 };
    expect(parseLossless('"éa', tight)).toMatchObject({ code: 'not_json' });
    expect(parseLossless('"éa"', tight)).toMatchObject({ code: 'too_large' });
    expect(parseLossless(new Uint8Array(5), tight)).toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n\t', 'empty'],
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), 'not_json'],
    ['a cut character', Uint8Array.of(0x22, 0xc3, 0x22), 'not_utf8'],
    ['an overlong form', Uint8Array.of(0x22, 0xc0, 0x80, 0x22), 'not_utf8'],
    ['an encoded surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'not_utf8'],
    ['NUL bytes', new Uint8Array(16), 'not_json'],
    ['NUL in a string', '"a\0b"', 'not_json'],
    ['two values', '1 2', 'not_json'],
    ['a trailing comma', '[1,]', 'not_json'],
    ['a leading comma', '[,1]', 'not_json'],
    ['a member without value', '{"a"}', 'not_json'],
    ['a member without quotes', '{a:1}', 'not_json'],
    ['a trailing comma in an object', '{"a":1,}', 'not_json'],
    ['mismatched ends', '[1}', 'not_json'],
    ['a leading zero', '01', 'not_json'],
    ['a bare point', '1.', 'not_json'],
    ['a plus sign', '+1', 'not_json'],
    ['NaN', 'NaN', 'not_json'],
    ['a bad escape', '"\\x41"', 'not_json'],
    ['a short escape', '"\\u12"', 'not_json'],
    ['a comment', '/**/1', 'not_json'],
    ['a no-break space', '\u00a01', 'not_json'],
    ['an open string', '"a\\"', 'not_json'],
    ['a cut literal', 'tru', 'not_json'],
  ])('refuses %s', (_what, input, code) => {
    expect(codeOf(input)).toBe(code);
  });
});

describe('findIllFormedText', () => {
  it.each([
    ['{"a":["ok","\\ud800"]}', '/a/1'],
    ['{"a":{"\\udc00x":1}}', '/a/\ufffdx'],
    ['"\\ud800\\ud800"', ''],
    ['{"a":"\\ud83d\\ude00"}', null],
    ['[1,null,true,"é"]', null],
  ])('%s', (text, path) => {
    const result = parse(text);
    expect(result.kind === 'ok' && findIllFormedText(result.value)).toBe(path);
  });
});

describe('toPlainJson', () => {
  it.each([
    ['{"a":[9007199254740992]}', 'unsafe_integer', '/a/0'],
    ['{"a":-9007199254740993}', 'unsafe_integer', '/a'],
    [`{"a/b":${'9'.repeat(400)}}`, 'unsafe_integer', '/a~1b'],
    ['[0,1e999]', 'number_out_of_range', '/1'],
    ['-1.5e400', 'number_out_of_range', ''],
  ])('B2: refuses %s', (text, code, path) => {
    expect(plain(text)).toEqual({ kind: 'bad', code, path });
  });

  it('B2: accepts the limits, and floats beyond them', () => {
    expect(plain('[9007199254740991,-9007199254740991,1e20,9007199254740993.0]')).toEqual({
      kind: 'ok',
      value: [9007199254740991, -9007199254740991, 1e20, 9007199254740992],
    });
  });
});
