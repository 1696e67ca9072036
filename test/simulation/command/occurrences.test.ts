import { describe, expect, it } from 'vitest';
import { Occurrences } from './occurrences.js';

describe('Occurrences', () => {
  it('counts seeds and times, and names what never occurred', () => {
    const occurrences = new Occurrences();
    occurrences.add([['a', 3]]);
    occurrences.add([
      ['a', 1],
      ['b', 1],
    ]);
    expect(occurrences.seeds).toBe(2);
    expect(occurrences.table(['c'])).toEqual([
      { kind: 'a', seeds: 2, times: 4 },
      { kind: 'b', seeds: 1, times: 1 },
      { kind: 'c', seeds: 0, times: 0 },
    ]);
  });

  it('finds what occurred in fewer than a share of the seeds, of what is expected alone', () => {
    const occurrences = new Occurrences();
    for (let seed = 0; seed < 200; seed += 1)
      occurrences.add(seed < 2 ? [['twice', 1]] : seed < 3 ? [['once', 9]] : []);
    const rare = occurrences.rare(['twice', 'once', 'never'], 1).map(({ kind }) => kind);
    expect(rare).toEqual(['never', 'once']);
    expect(occurrences.rare(['twice'], 1)).toEqual([]);
  });

  it('finds what occurs under a prefix although nobody expects it', () => {
    const occurrences = new Occurrences();
    occurrences.add([
      ['cell:a', 1],
      ['cell:b', 1],
      ['boot', 1],
    ]);
    expect(occurrences.unlisted(['cell:a'], ['cell:'])).toEqual(['cell:b']);
  });
});
