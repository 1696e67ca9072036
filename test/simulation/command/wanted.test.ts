import { describe, expect, it } from 'vitest';
import { wantedOf } from './wanted.js';

const CORES = 2;

describe('the command line of the simulation', () => {
  it.each([
    ['', { first: 1, seeds: 200, seconds: null, jobs: 2, minShare: null }],
    ['--seed 17', { first: 17, seeds: 1, jobs: 1 }],
    ['--seed 17 --seeds 3', { first: 17, seeds: 3, jobs: 2 }],
    ['--seconds 1.5', { first: 1, seeds: 10_000_000, seconds: 1.5 }],
    ['--seeds 9 --seconds 5 --jobs 4', { seeds: 9, seconds: 5, jobs: 4 }],
    ['--min-share 1 --full --twice --json', { minShare: 1, full: true, twice: true, json: true }],
    ['--seed 5 --trace', { seeds: 1, trace: true }],
  ])('reads "%s"', (line, wanted) => {
    expect(wantedOf(line.split(' ').filter(Boolean), CORES)).toMatchObject(wanted);
  });

  it.each([
    ['--seeds 0', /--seeds is a number above 0/],
    ['--seeds 1.5', /--seeds is a whole number/],
    ['--seeds x', /--seeds is a number/],
    ['--seed 9999999999', /at most 2147483648/],
    ['--min-share 101', /at most 100/],
    ['--trace', /single seed/],
    ['--nothing', /nothing/],
    ['17', /17/],
  ])('says what is wrong with "%s"', (line, reason) => {
    expect(wantedOf(line.split(' '), CORES)).toMatch(reason);
  });
});
