import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from './fixtures/json-arbitraries.js';
import { formatTimestamp, parseTimestamp } from './timestamp.js';

describe('parseTimestamp', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2026-07-09T00:00:00Z', Date.UTC(2026, 6, 9)],
    ['2026-07-09T02:00:00.25+02:00', Date.UTC(2026, 6, 9) + 250],
    ['2026-07-08T23:30:00.000999999-00:30', Date.UTC(2026, 6, 9)],
    ['1969-12-31T23:59:59.999Z', -1],
    ['2024-02-29t12:00:00z', Date.UTC(2024, 1, 29, 12)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('aip section 3: reads %s', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it.each([
    '',
    '09/07/2026',
    '2026-07-09',
    '2026-07-09T00:00:00',
    '2026-07-09 00:00:00Z',
    '2026-07-09T00:00Z',
    '2026-7-9T00:00:00Z',
    '2026-07-09T24:00:00Z',
    '2026-07-09T23:60:00Z',
    '2026-06-30T23:59:60Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+002026-07-09T00:00:00Z',
    '2026-07-09T00:00:00.Z',
    '2026-07-09T00:00:00+0200',
    '2026-07-09T00:00:00+24:00',
    '2026-07-09T00:00:00+02:60',
    ' 2026-07-09T00:00:00Z',
    '2026-07-09T00:00:00Z\n',
    '٢٠٢٦-07-09T00:00:00Z',
  ])('aip section 3: refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});

describe('formatTimestamp', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [250, '1970-01-01T00:00:00.25Z'],
    [1_001, '1970-01-01T00:00:01.001Z'],
    [1_700, '1970-01-01T00:00:01.7Z'],
    [-62_135_596_800_000, '0001-01-01T00:00:00Z'],
  ])('aip section 3: trims the fraction of %d', (ms, text) => {
    expect(formatTimestamp(ms)).toBe(text);
  });

  it('is read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (ms) => {
        expect(parseTimestamp(formatTimestamp(ms))).toBe(ms);
      }),
      seeded('timestamps'),
    );
  });

  it.each([Number.NaN, Infinity, 253_402_300_800_000, -62_135_596_800_001])('refuses %d', (ms) => {
    expect(() => formatTimestamp(ms)).toThrow(RangeError);
  });
});
