import type { InboundRecord } from '@aip-hermes/message-bus';
import { describe, expect, it } from 'vitest';
import { SeededOrder } from '../fixtures/seeded-order.js';
import { DecidedPrefix } from './decided-prefix.js';

const record = (offset: number): InboundRecord => ({
  topic: 'commands',
  partition: 0,
  offset,
  key: null,
  value: null,
  headers: {},
  timestampMs: 0,
});

describe('the decided prefix of a batch', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('C60, G6: seed %i: it never passes an undecided record', (seed) => {
    const offsets = [10, 11, 12, 15, 16, 20, 21, 22];
    const told: number[] = [];
    const prefix = new DecidedPrefix({
      partition: 0,
      records: offsets.map(record),
      decided: (offset) => void told.push(offset),
      signal: new AbortController().signal,
    });
    const done = new Set<number>();
    for (const index of new SeededOrder(seed).shuffled(offsets.length)) {
      done.add(index);
      prefix.done(index);
      const firstOpen = offsets.findIndex((_, at) => !done.has(at));
      const expected = firstOpen === -1 ? offsets.at(-1) : offsets[firstOpen - 1];
      expect(told.at(-1)).toBe(expected);
    }
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });
});
