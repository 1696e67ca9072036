import { describe, expect, it } from 'vitest';
import { appendBytes } from './append-bytes.js';

const row = (data: string): Parameters<typeof appendBytes>[0][number] => ({
  id: 'i'.repeat(36),
  type: 'Type',
  data,
  metadata: '{}',
});

describe('the size of an append', () => {
  it('DESIGN 3, Sizes: counts data, metadata, type and id of every event in UTF-8', () => {
    expect(appendBytes([row('é'.repeat(200_000)), row('x')])).toBe(400_000 + 1 + 2 * (36 + 4 + 2));
  });

  it('a small one is never more than a third of what matters, whatever its text', () => {
    const text = '語'.repeat(160_000);
    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576 / 2);
    expect(appendBytes([row(text)])).toBe(160_042);
  });
});
