import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMembers } from './json-members.js';
import { ANY_LENGTH, keptMembers } from './kept-members.js';
import { VALUE_LIMIT } from './json-shape.js';

const names = (...them: readonly string[]): ReadonlySet<string> => new Set(them);
const WANTED = names('status', 'a');

describe('the text of members', () => {
  it('C93: is found at any place, however deep the rest is', () => {
    const deep = `${'['.repeat(100_000)}"status":1${']'.repeat(100_000)}`;
    const text = ` { "x" : ${deep} , "s\\u0074atus" : "com,pl\\"e}ted" ,"y":{"a":1}, "a" : [ {"status":2} ] } `;
    expect([...(jsonMembers(text, WANTED) ?? [])]).toEqual([
      ['status', '"com,pl\\"e}ted"'],
      ['a', '[ {"status":2} ]'],
    ]);
  });

  it('C93: the last of a name counts, and a value that reads like a name is none', () => {
    const text = '{"x":"status","status":1,"y":["a",{"a":3}],"status":"a"}';
    expect([...(jsonMembers(text, WANTED) ?? [])]).toEqual([['status', '"a"']]);
  });

  it('C93: a text that is no object or not closed has none', () => {
    for (const text of [
      '',
      '[]',
      '"a"',
      '{"a":1',
      '{"a":"x}',
      '{"a":[}',
      '[{"a":1}]',
      '{"a":1}x',
      'x{"a":1}',
      '}',
      '\ufeff{"a":1}',
      '{"a":1}}',
      '1',
    ]) {
      expect(jsonMembers(text, WANTED)).toBeNull();
    }
  });

  it('G13: a million names whose escapes are no JSON cost no exceptions', () => {
    let asked = 0;
    const parse = JSON.parse.bind(JSON);
    JSON.parse = ((text: string) => {
      asked += 1;
      return parse(text) as unknown;
    }) as typeof JSON.parse;
    try {
      expect(jsonMembers(`{${'"\\x":0,'.repeat(100_000)}"a":1}`, WANTED)?.get('a')).toBe('1');
    } finally {
      JSON.parse = parse;
    }
    expect(asked).toBe(0);
  });

  it('C93: agrees with the parser on every object', () => {
    const value = fc.dictionary(fc.constantFrom('status', 'a', 'x', 's\\"', '__proto__'), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const plain = JSON.parse(text) as Record<string, unknown>;
        const found = [...(jsonMembers(text, WANTED) ?? [])].map(([name, raw]) => [
          name,
          JSON.parse(raw) as unknown,
        ]);
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries(Object.entries(plain).filter(([name]) => WANTED.has(name))),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('kept members', () => {
  it('G13, C88: one that is too large or too deep is left out, the others are exact', () => {
    const limits = new Map([
      ['a', ANY_LENGTH],
      ['status', 20],
      ['b', 20],
    ]);
    const many = `[${'0,'.repeat(VALUE_LIMIT)}0]`;
    const text = `{"a":${many},"status":9007199254740993,"x":1,"b":"${'b'.repeat(20)}"}`;
    expect(keptMembers(text, limits)).toEqual({ status: '9007199254740993' });
  });
});
