import { describe, expect, it } from 'vitest';
import { raceOfTwo } from './two-writers.js';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe('two processes with the same records', () => {
  it.each(SEEDS)('G1, G4: exactly one of them starts the run (seed %i)', async (seed) => {
    expect(await raceOfTwo(seed)).toEqual([]);
  });
});
