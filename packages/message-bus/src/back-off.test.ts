import { describe, expect, it } from 'vitest';
import { backOffMs, DEFAULT_BACK_OFF } from './back-off.js';

describe('backOffMs', () => {
  it('DESIGN 5: doubles from 100 ms to 5 s and stays there', () => {
    const waits = [0, 1, 2, 5, 6, 1_000_000].map((setbacks) => backOffMs(setbacks, DEFAULT_BACK_OFF));
    expect(waits).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
  });
});
