import { describe, expect, it } from 'vitest';
import { parsePythonJson } from './parse-python-json.js';

const read = (text: string): unknown => parsePythonJson(Buffer.from(text));

describe('1.3: bodies as the real server reads them', () => {
  it('takes NaN and Infinity as numbers, but not inside strings', () => {
    expect(read('{"a": NaN, "b": [-Infinity, "NaN"]}')).toEqual({ a: Infinity, b: [-Infinity, 'NaN'] });
  });

  it.each(['', '{', '\ufeff{}', '{"a": NaNa}', '{x}'])('refuses %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(parsePythonJson(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
  });
});
