import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, nested, seeded } from '../fixtures/json-arbitraries.js';
import { jsonNumber } from '../json/json-number.js';
import { parseLossless } from '../json/parse-lossless.js';
import { canonicalJson } from './canonical-json.js';
import { compareCodePoints } from './compare-code-points.js';
import { sha256Base64Url, sha256Hex } from './sha256.js';
import { uuidV5 } from './uuid-v5.js';

const canonicalText = (text: string): string => {
  const result = parseLossless(text, { maxBytes: 1_000_000, maxDepth: 128 });
  if (result.kind === 'bad') throw new Error(result.message);
  return canonicalJson(result.value);
};

describe('canonicalJson', () => {
  it.each([
    ['1', '1'],
    ['-1', '-1'],
    ['0', '0'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '1.8446744073709552e19'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-9223372036854775809', '-9.223372036854776e18'],
    ['1.0', '1.0'],
    ['1e0', '1.0'],
    ['-0', '-0.0'],
    ['0.0', '0.0'],
    ['-0.0', '-0.0'],
    ['1e15', '1000000000000000.0'],
    ['1e16', '1e16'],
    ['1234567890123456.0', '1234567890123456.0'],
    ['12345678901234567.0', '1.2345678901234568e16'],
    ['0.00001', '0.00001'],
    ['0.000001', '1e-6'],
    ['1.5e-7', '1.5e-7'],
    ['12.50', '12.5'],
    ['1e21', '1e21'],
    ['1.7976931348623157e308', '1.7976931348623157e308'],
    ['5e-324', '5e-324'],
  ])('aip section 4: the number %s becomes %s', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
    expect(canonicalText(canonical)).toBe(canonical);
  });

  it('takes a safe integral double for an integer', () => {
    expect(canonicalJson([1, -5, 1e15, 0.5, -0, 2 ** 53, 1e16])).toBe(
      '[1,-5,1000000000000000,0.5,-0.0,9007199254740992.0,1e16]',
    );
  });

  it('refuses a number beyond the doubles', () => {
    expect(() => canonicalJson(Infinity)).toThrow(RangeError);
    expect(() => canonicalJson(jsonNumber('1e999'))).toThrow(RangeError);
  });

  it('aip section 4: is stable, loses no value and does not depend on member order', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const canonical = canonicalText(text);
        expect(canonicalText(canonical)).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      }),
      { ...seeded('canonicalJson'), numRuns: 300 },
    );
    expect(canonicalText('{"b":[2,1],"a":{"d":1,"c":2}}')).toBe(
      canonicalText('{"a":{"c":2,"d":1},"b":[2,1]}'),
    );
  });

  it('orders members as their UTF-8 bytes are ordered', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareCodePoints(left, right))).toBe(
          Buffer.compare(Buffer.from(left), Buffer.from(right)),
        );
      }),
      { ...seeded('compareCodePoints'), numRuns: 500 },
    );
    expect(compareCodePoints('\u{1f600}', '\uff61')).toBeGreaterThan(0);
  });

  it('drops members that are undefined, keeps null and members named __proto__', () => {
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}');
    expect(canonicalText('{"b":1,"__proto__":{"x":1.0}}')).toBe('{"__proto__":{"x":1.0},"b":1}');
  });

  it('needs no call stack', () => {
    expect(canonicalJson(nested(100_000))).toHaveLength(400_000);
  });
});

describe('digests', () => {
  it('sha256 and version 5 UUIDs match known values', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Base64Url(Buffer.from('abc'))).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });
});
