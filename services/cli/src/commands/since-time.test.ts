import { describe, expect, it } from 'vitest';
import { sinceTime } from './since-time.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');

describe('--since', () => {
  it.each([
    ['45s', '2026-12-01T11:59:15Z'],
    ['30m', '2026-12-01T11:30:00Z'],
    ['2h', '2026-12-01T10:00:00Z'],
    ['7d', '2026-11-24T12:00:00Z'],
    ['1w', '2026-11-24T12:00:00Z'],
    ['0s', '2026-12-01T12:00:00Z'],
    ['2026-11-30', '2026-11-30T00:00:00Z'],
    ['2026-11-30T10:20', '2026-11-30T10:20:00Z'],
    ['2026-11-30T10:20:30.5', '2026-11-30T10:20:30.500Z'],
    ['2026-11-30T10:20:30Z', '2026-11-30T10:20:30Z'],
    ['2026-11-30T10:20:30+02:00', '2026-11-30T08:20:30Z'],
  ])('%s is %s', (text, at) => {
    expect(sinceTime(text, NOW)).toBe(Date.parse(at));
  });

  it.each([
    '',
    'yesterday',
    '2',
    '-2h',
    '2 h',
    '1.5h',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-12-01T25:00',
    '1y',
  ])('%j is refused with what is accepted', (text) => {
    expect(() => sinceTime(text, NOW)).toThrow(/30m, 2h or 7d .*2026-12-01T09:30:00Z/);
  });
});
