import { describe, expect, it } from 'vitest';
import { partitionOf } from './partition-of.js';

describe('partitionOf', () => {
  it('DESIGN 4: never changes, since stored offsets hang on it', () => {
    const keys = ['', 'a', 'foobar', 'act_01', 'schlüssel', '🔑'];
    // 'foobar' is a published FNV-1a vector: 0xbf9cf968.
    expect(partitionOf('foobar', 2 ** 32)).toBe(0xbf9cf968);
    expect(keys.map((key) => partitionOf(key, 2 ** 32))).toMatchInlineSnapshot(`
      [
        2166136261,
        3826002220,
        3214735720,
        412526031,
        2981867239,
        2895693607,
      ]
    `);
  });

  it('DESIGN 4: records without a key go to partition 0', () => {
    expect(partitionOf(null, 4)).toBe(0);
  });

  it('DESIGN 4: spreads keys over all partitions', () => {
    const used = new Set(Array.from({ length: 100 }, (_, index) => partitionOf(`act_${index}`, 16)));
    expect(used.size).toBe(16);
  });
});
