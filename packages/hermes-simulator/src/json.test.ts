import { describe, expect, it } from 'vitest';
import { PythonFloat, pythonJson } from './json.js';

describe('1.4: JSON as the real server writes it', () => {
  it('puts a blank after colon and comma and keeps key order', () => {
    expect(pythonJson({ b: [1, true, null], a: 'x' })).toBe('{"b": [1, true, null], "a": "x"}');
  });

  it('escapes everything outside printable ASCII, surrogate halves too', () => {
    expect(pythonJson('é\u2028\u007f\ud83d\u0001\n"\\/')).toBe(
      '"\\u00e9\\u2028\\u007f\\ud83d\\u0001\\n\\"\\\\/"',
    );
  });

  it('keeps the point of a float', () => {
    expect(pythonJson([new PythonFloat(1), new PythonFloat(0.03), 1])).toBe('[1.0, 0.03, 1]');
  });
});
