import { describe, expect, it } from 'vitest';
import { closingText, failureText, isGood, rareText, reportJson, type Found } from './report-text.js';

const FAILED = {
  seed: 17,
  violations: [{ guarantee: 'G1', why: 'a second start was sent' }],
  trace: ['      12 boot'],
  lines: 90,
  kinds: [],
};

describe('the report of a failing seed', () => {
  it('has the trace, the command that runs it again, and a line for each violation', () => {
    expect(failureText(FAILED, true).split('\n')).toEqual([
      '--- 1 of 90 lines of seed 17; virtual milliseconds first',
      '      12 boot',
      '---',
      'seed 17 fails; again: npm run simulate -- --seed 17 --trace --full',
      'violated: G1 a second start was sent',
    ]);
  });

  it('is not ok as JSON either', () => {
    const found: Found = {
      seeds: 1,
      elapsedMs: 5,
      failed: FAILED,
      occurrences: [],
      rare: [],
      unlisted: [],
      minShare: null,
    };
    expect(JSON.parse(reportJson(found, false))).toMatchObject({
      ok: false,
      failed: { seed: 17, again: 'npm run simulate -- --seed 17 --trace' },
    });
  });

  it('names what is left out of what can occur, and does', () => {
    const found: Found = {
      seeds: 4,
      elapsedMs: 5,
      failed: null,
      occurrences: [],
      rare: [{ kind: 'a', seeds: 0, times: 0 }],
      unlisted: ['cell:b in c'],
      minShare: 1,
    };
    expect(isGood(found)).toBe(false);
    expect(rareText(found).split('\n')).toEqual([
      'too rare: a in 0 of 4 seeds, fewer than 1 %',
      'left out of what can occur, and does: cell:b in c',
    ]);
    expect(closingText(found)).toBe('simulation: FAILED, 1 too rare, 1 left out, 4 seeds in 0.0 s');
  });
});
