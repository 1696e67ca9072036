import { describe, expect, it } from 'vitest';
import { byteView, printableText } from './byte-view.js';
import { CONTROL } from './printable.js';
import { safeJson } from './safe-json.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('untrusted bytes on a terminal', () => {
  it('G11: text is shown as text, line by line', () => {
    expect(byteView(bytes('{"a":\r\n\t"ü"}'))).toEqual({
      kind: 'text',
      lines: ['{"a":', '\t"ü"}'],
      whole: true,
    });
    expect(byteView(bytes(''))).toEqual({ kind: 'text', lines: [''], whole: true });
  });

  it.each([
    ['an escape sequence', bytes('\u001b[2J')],
    ['a C1 control', bytes('\u009b2J')],
    ['a carriage return that overwrites', bytes('bad\rgood')],
    ['a mark that turns the writing', bytes('\u202eevil')],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x00, 0x7d)],
    ['a NUL', Uint8Array.of(0)],
  ])('G11: %s is shown as numbers', (_name, value) => {
    const view = byteView(value);
    expect(view.kind).toBe('bytes');
    expect(view.lines.join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
    expect(printableText(value)).toBeNull();
  });

  it('the numbers are those of the bytes', () => {
    expect(byteView(Uint8Array.of(0x7b, 0xff, 0x00, 0x7d)).lines).toEqual([
      '00000000  7b ff 00 7d                                      |{..}|',
    ]);
    expect(byteView(new Uint8Array(17)).lines[1]).toMatch(/^00000010 {2}00 {46} \|\.\|$/);
  });

  it('G13: what is shown is capped, and says so', () => {
    const text = byteView(bytes('x'.repeat(1_000_000)));
    expect(text).toMatchObject({ kind: 'text', whole: false });
    expect(text.lines.join('').length).toBe(4_096);
    expect(byteView(bytes('\n'.repeat(1_000)))).toMatchObject({ lines: { length: 100 }, whole: false });
    expect(byteView(new Uint8Array(1_000_000))).toMatchObject({ lines: { length: 32 }, whole: false });
    expect(byteView(bytes(`${'x'.repeat(4_095)}😀`)).lines[0]).toMatch(/x\ufffd$/);
  });

  it('G11: JSON holds the same value with nothing that steers a terminal', () => {
    const value = { text: '\u001b[2J\u009b2J\u202e\u007f ü' };
    expect(safeJson(value)).not.toMatch(CONTROL);
    expect(JSON.parse(safeJson(value))).toEqual(value);
  });
});
