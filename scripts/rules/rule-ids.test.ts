import { describe, expect, it } from 'vitest';
import { ruleIdsIn } from './rule-ids.mjs';

describe('rule ids in a title', () => {
  it.each([
    ['one before a colon', 'S5: a 2xx without run id is unknown', ['S5']],
    ['several', 'A1, R6: the newest prompt', ['A1', 'R6']],
    ['inside a sentence', 'output follows SPEC 2 and R1', ['R1']],
    ['in brackets', 'stands until bound (S4)', ['S4']],
    ['each once, in order', 'S5 then S1 then S5', ['S5', 'S1']],
    ['a range in words', 'S3 to S6: classes of answers', ['S3', 'S4', 'S5', 'S6']],
    ['a range with a hyphen', 'O9-O11: the end', ['O9', 'O10', 'O11']],
    ['a range with dots', 'G3..G4', ['G3', 'G4']],
    ['two digits are one number', 'S10: nothing sent', ['S10']],
  ])('%s', (_, title, ids) => {
    expect(ruleIdsIn(title)).toEqual(ids);
  });

  it.each([
    ['a test case', 'C01 to C11, C49: bytes'],
    ['part of a longer name', 'run-S3, S3x, XS3, act_S3'],
    ['a measured figure', 'B1c of DESIGN'],
    ['a number with a leading zero', 'S03'],
    ['a chapter', 'DESIGN 4, SPEC 10'],
    ['a letter of no chapter', 'H1 and Z9'],
  ])('%s is no rule', (_, title) => {
    expect(ruleIdsIn(title)).toEqual([]);
  });
});
