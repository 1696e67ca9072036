import { describe, expect, it } from 'vitest';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.js';

describe('the checkpoint as text (DESIGN 7)', () => {
  it.each([
    ['log-a/00000000000000000007', { log: 'log-a', position: '00000000000000000007' }],
    ['log-a/', { log: 'log-a', position: null }],
    ['log-a/7/8', { log: 'log-a', position: '7/8' }],
  ])('%s is written and read', (text, checkpoint) => {
    expect(formatCheckpoint(checkpoint)).toBe(text);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
  });

  it('a bare position is one of a log without a name', () => {
    expect(parseCheckpoint('00000000000000000007')).toEqual({ log: null, position: '00000000000000000007' });
  });
});
