import { describe, expect, it } from 'vitest';
import { parseInput } from './parse-input.js';
import { writeLossless } from './write-lossless.js';

const parse = (text: string): unknown => {
  const parsed = parseInput(new TextEncoder().encode(text));
  return parsed.kind === 'ok' ? parsed.values.map(writeLossless) : parsed.problems;
};

describe('parseInput', () => {
  it.each([
    ['one value', '{"a":1.0}', ['{"a":1.0}']],
    ['a value over lines', '{\n"a":\n1}', ['{"a":1}']],
    ['an array', '[{"a":1},{"b":2}]', ['{"a":1}', '{"b":2}']],
    ['JSON Lines with blank lines', '{"a":1}\n\n{"b":2}\r\n', ['{"a":1}', '{"b":2}']],
  ])('reads %s', (_name, text, values) => {
    expect(parse(text)).toEqual(values);
  });

  it('names every line that cannot be read', () => {
    expect(parse('{"a":1}\nnonsense\n{"b":2}\n{"c"')).toEqual([
      expect.stringMatching(/^line 2: /),
      expect.stringMatching(/^line 4: /),
    ]);
  });

  it.each([
    ['nothing', ''],
    ['an empty array', '[]'],
    ['a broken document over lines', '{\n  "a": 1,\n  "b"\n}'],
    ['a member twice', '{"a":1,"a":2}'],
  ])('%s is one problem', (_name, text) => {
    expect(parse(text)).toEqual([expect.not.stringMatching(/^line/)]);
  });
});
