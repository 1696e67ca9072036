import { expect, it } from 'vitest';
import { timeText } from './time-text.js';

it.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.1Z', '2026-01-02T03:04:05.100Z'],
  ['2026-01-02T03:04:05.12Z', '2026-01-02T03:04:05.120Z'],
  ['2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.123Z'],
  ['', ''],
  ['yesterday', 'yesterday'],
])('S8: the stored time %j is shown as %j', (stored, shown) => {
  expect(timeText(stored)).toBe(shown);
});
