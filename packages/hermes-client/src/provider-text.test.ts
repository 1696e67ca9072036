import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capText } from './provider-text.js';

describe('capText', () => {
  it('C91: is well-formed, within the bytes, and the text itself where that is both', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (raw, max) => {
        const text = `${raw}\ud83d`.slice(0, 30);
        const capped = capText(text, max);
        expect(Buffer.byteLength(capped)).toBeLessThanOrEqual(max);
        expect(Buffer.from(capped).toString()).toBe(capped);
        expect(Buffer.from(text).toString().startsWith(capped)).toBe(true);
      }),
    );
    expect(capText('größe', 100)).toBe('größe');
    expect(capText('größe', 3)).toBe('gr');
    expect(capText('a\ud83d', 100)).toBe('a\ufffd');
  });
});
