import { describe, expect, it } from 'vitest';
import { documentedRules } from './documented-rules.mjs';
import { expandRules } from './expand-rules.mjs';
import { judgeRules, testsByRule } from './judge-rules.mjs';

const inside = { file: 'packages/binding/src/a.test.ts', line: 3, title: 'S3, R1: given up' };
const outside = { file: 'test/system/a.test.ts', line: 4, title: 'S3: seen on the bus' };
const none = { documented: ['S3', 'R1'], owned: [], outside: [] };

describe('verdict on the rules', () => {
  it('a test counts for every rule it cites', () => {
    expect([...testsByRule([inside, outside])]).toEqual([
      ['S3', [inside, outside]],
      ['R1', [inside]],
    ]);
  });

  it('all is well when owned rules have tests, also from outside', () => {
    const rules = { ...none, owned: ['S3', 'R1'], outside: ['S3'] };
    expect(judgeRules(testsByRule([inside, outside]), rules)).toEqual([]);
  });

  it('an owned rule without a test is named', () => {
    expect(judgeRules(testsByRule([outside]), { ...none, owned: ['S3', 'R1'] })).toEqual(['R1 has no test']);
  });

  it('a rule that must be seen from outside is named when it is not', () => {
    const problems = judgeRules(testsByRule([inside]), { ...none, owned: ['S3'], outside: ['S3'] });
    expect(problems).toEqual([expect.stringMatching(/^S3 has no test in test\//u)]);
  });

  it('a rule that no document defines is named with its place', () => {
    const problems = judgeRules(testsByRule([inside]), {
      documented: ['S3'],
      owned: ['R1'],
      outside: ['M4'],
    });
    expect(problems).toContain('R1 is no rule: packages/binding/src/a.test.ts:3 S3, R1: given up');
    expect(problems).toContain('M4 is no rule: listed in scripts/owned-rules.json');
  });

  it('lists may hold ranges, and nothing that is no rule', () => {
    expect(expandRules(['S1-S3', 'A1'])).toEqual(['S1', 'S2', 'S3', 'A1']);
    expect(() => expandRules(['S1', 'all'])).toThrow('"all"');
  });

  it('the rules of a document are the first cells of its rows', () => {
    expect(
      documentedRules('| id | rule |\n| --- | --- |\n| S3 | 4xx, see R2 |\n| S10 | x |\n\nS4\n'),
    ).toEqual(['S3', 'S10']);
  });
});
