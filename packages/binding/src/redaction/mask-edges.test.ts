import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text.js';

const SECRET = 'hk-9f8e7d6c5b4a39281706';

describe('a held credential cut by two neighbouring chunks', () => {
  it.each(Array.from({ length: SECRET.length - 1 }, (_, at) => at + 1))(
    'G10: cut after %i characters, at most 7 of it stay in each chunk',
    (cut) => {
      const chunks = [`it is ${SECRET.slice(0, cut)}`, `${SECRET.slice(cut)} as you see`];
      const kept = chunks.map((chunk) => redactText(chunk, [SECRET]));
      const [first, second] = [Math.min(cut, 8), Math.min(SECRET.length - cut, 8)];
      expect(kept[0]).toBe(first === 8 ? 'it is [redacted]' : chunks[0]);
      expect(kept[1]).toBe(second === 8 ? '[redacted] as you see' : chunks[1]);
      expect(kept.join('')).not.toContain(SECRET);
    },
  );

  it('G10: a text that is a part of it at both ends is masked', () => {
    expect(redactText(SECRET.slice(0, 10), [SECRET])).toBe('[redacted]');
    expect(redactText(SECRET.slice(-10), [SECRET])).toBe('[redacted]');
  });

  it('G10: less than 8 characters, parts in the middle of a text and of short credentials stay', () => {
    for (const text of [SECRET.slice(0, 7), `${SECRET.slice(0, 12)} x`, `x ${SECRET.slice(-12)}`])
      expect(redactText(text, [SECRET])).toBe(text);
    expect(redactText('is abcdefgh', ['abcdefghijkl'])).toBe('is abcdefgh');
  });

  it('G10: a part of the mask is no part of a credential', () => {
    expect(redactText('x [redacted]', ['redacted] and more 0815'])).toBe('x [redacted]');
    expect(redactText('[redacted] x', ['more 0815 and [redacted'])).toBe('[redacted] x');
  });

  it('G10: redacting twice is redacting once, also for credentials that look like the mask', () => {
    const secret = fc.stringMatching(/^[a[\]redct]{16,24}$/);
    fc.assert(
      fc.property(secret, fc.nat(24), fc.nat(24), (held, from, to) => {
        const once = redactText(`${held.slice(from)} ${held.slice(0, to)}`, [held]);
        expect(redactText(once, [held])).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
