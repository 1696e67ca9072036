import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VALUE_LIMIT } from './json-shape.js';
import { parseProviderJson } from './provider-json.js';

const value = (text: string): unknown => {
  const parsed = parseProviderJson(text);
  return parsed.kind === 'value' ? parsed.value : parsed.kind;
};

describe('numbers', () => {
  it('C88: integers up to 2^53 - 1 are numbers, beyond it text', () => {
    expect(value('[9007199254740991,-9007199254740991,9007199254740992,-9007199254740993]')).toEqual([
      9007199254740991,
      -9007199254740991,
      '9007199254740992',
      '-9007199254740993',
    ]);
    expect(value('{"a":{"b":[1,9223372036854775808,2]}}')).toEqual({
      a: { b: [1, '9223372036854775808', 2] },
    });
    expect(value('9007199254740993')).toBe('9007199254740993');
  });

  it('C88, C95: exponents and fractions stay numbers unless no double holds them', () => {
    expect(value('[1e3,1E-3,0.30000000000000004,1790000000.1234567]')).toEqual([
      1000, 0.001, 0.30000000000000004, 1790000000.1234567,
    ]);
    expect(value('[1e400,-1e400,1e22,9007199254740993.0]')).toEqual([
      '1e400',
      '-1e400',
      '1e22',
      '9007199254740993.0',
    ]);
  });

  it('C88: digits inside text are left alone', () => {
    const text = '{"9007199254740993":"9007199254740993 \\"9007199254740993\\\\","n":9007199254740993}';
    expect(value(text)).toEqual({
      '9007199254740993': '9007199254740993 "9007199254740993\\',
      n: '9007199254740993',
    });
  });

  it('C88: a literal that is no JSON number stays invalid', () => {
    for (const text of [
      '[09007199254740993]',
      '[9007199254740993.]',
      '[+9007199254740993]',
      '[1e]',
      '{"a":1e400',
      '{9007199254740993:1}',
      '{9007199254740993 \n:1}',
      '[9007199254740993-1]',
      '[-]',
    ]) {
      expect(value(text)).toBe('invalid');
    }
  });
});

describe('any text', () => {
  it('C88: what JSON.parse holds exactly is read the same', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const plain: unknown = JSON.parse(text);
        fc.pre(!/\d{15}|e[+-]?\d/i.test(text));
        expect(value(text)).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  it('C88: every integer comes back with all its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.string(), (number, text) => {
        const exact = Number.isSafeInteger(Number(number)) ? Number(number) : String(number);
        expect(value(`{"text":${JSON.stringify(text)},"list":[${number}]}`)).toEqual({ text, list: [exact] });
      }),
      { numRuns: 300 },
    );
  });

  it('is invalid or a value, never a throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseProviderJson(text)));
  });
});

describe('depth', () => {
  it('C93: counts arrays and objects together, not brackets in text', () => {
    expect(parseProviderJson(`{"a":"${'['.repeat(500)}"}`).kind).toBe('value');
    expect(parseProviderJson(`${'{"a":['.repeat(64)}${']}'.repeat(64)}`).kind).toBe('value');
    expect(parseProviderJson(`[${'{"a":['.repeat(64)}${']}'.repeat(64)}]`).kind).toBe('opaque');
  });

  it('C93: too deep and invalid is invalid', () => {
    expect(parseProviderJson('['.repeat(100_000)).kind).toBe('invalid');
  });
});

describe('size', () => {
  /** How often the parser is asked for a text of this length or more. */
  const parsesOf = (text: string): number => {
    let parses = 0;
    const parse = JSON.parse.bind(JSON);
    JSON.parse = ((part: string) => {
      if (part.length >= text.length) parses += 1;
      return parse(part) as unknown;
    }) as typeof JSON.parse;
    try {
      parseProviderJson(text);
    } finally {
      JSON.parse = parse;
    }
    return parses;
  };

  it('G13: values are counted, names among them, and beyond the limit nothing is built', () => {
    const list = (count: number, item: string): string =>
      `[${Array.from({ length: count }, () => item).join()}]`;
    for (const [item, each] of [
      ['0', 1],
      ['""', 1],
      ['true', 1],
      ['null', 1],
      ['[]', 1],
      ['{"a":false}', 3],
    ] as const) {
      const fits = Math.floor((VALUE_LIMIT - 1) / each);
      expect(parseProviderJson(list(fits, item)).kind).toBe('value');
      expect(parseProviderJson(list(fits + 1, item)).kind).toBe('opaque');
      expect(parsesOf(list(fits + 1, item))).toBe(0);
    }
  });

  it('G13, C93: what is too deep is never built, and inexact numbers do not build it twice', () => {
    expect(parsesOf(`${'['.repeat(129)}${']'.repeat(129)}`)).toBe(0);
    expect(parsesOf('{"a":[1e400,9007199254740993]}')).toBe(1);
  });

  it('G13: a number of a million digits is text', () => {
    const digits = '9'.repeat(1_000_000);
    expect(value(digits)).toBe(digits);
  });
});
