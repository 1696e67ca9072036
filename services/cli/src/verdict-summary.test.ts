import type { Verdict } from '@aip-hermes/audit';
import { describe, expect, it } from 'vitest';
import { VerdictSummary } from './verdict-summary.js';

const verdict = (guarantee: Verdict['guarantee'], word: Verdict['verdict'], why = 'why'): Verdict => ({
  guarantee,
  verdict: word,
  why,
});
const summed = (...each: Verdict[][]): VerdictSummary => {
  const summary = new VerdictSummary(true);
  for (const [index, verdicts] of each.entries()) summary.add({ action_id: `act_${index}`, verdicts });
  return summary;
};

describe('VerdictSummary', () => {
  it('broken once is broken, and the Action is named', () => {
    const summary = summed(
      [verdict('G1', 'holds')],
      [verdict('G1', 'broken', 'two starts')],
      [verdict('G1', 'holds')],
    );
    expect(summary.broken).toEqual(['G1']);
    expect(summary.verdicts).toEqual([verdict('G1', 'broken', 'act_1: two starts')]);
  });

  it('holds where something was checked, says how often it was not', () => {
    const summary = summed([verdict('G1', 'holds')], [verdict('G1', 'not_checkable')]);
    expect(summary.verdicts).toEqual([verdict('G1', 'holds', 'for 1 of 2 Actions, not checkable for 1')]);
    expect(summary.broken).toEqual([]);
  });

  it('never checked is not checkable, with the reason', () => {
    expect(summed([verdict('G13', 'not_checkable', 'not here')]).verdicts).toEqual([
      verdict('G13', 'not_checkable', 'not here'),
    ]);
  });

  it('G12: without a bus the summary says that nothing was compared with one', () => {
    const summary = new VerdictSummary(false);
    for (const id of ['act_1', 'act_2'])
      summary.add({ action_id: id, verdicts: [verdict('G12', 'holds'), verdict('G1', 'holds')] });
    expect(summary.verdicts.map(({ why }) => why)).toEqual([
      'for 2 of 2 Actions; not checked against the bus: none was read',
      'for 2 of 2 Actions',
    ]);
  });

  it('names a bounded number of Actions and counts the rest', () => {
    const summary = summed(...Array.from({ length: 8 }, () => [verdict('G7', 'broken')]));
    expect(summary.verdicts[0]?.why).toMatch(/act_4: why; and 3 more$/);
  });
});
