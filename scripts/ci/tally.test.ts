import { describe, expect, it } from 'vitest';
import { tally } from './tally.mjs';

const good = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
};

describe('closing line of a test run', () => {
  it('a good run', () => {
    expect(tally([good])).toEqual({ line: '7 passed, 0 failed, 0 skipped', problems: [] });
  });

  it('two suites are counted together', () => {
    expect(tally([good, { ...good, numPassedTests: 2 }]).line).toBe('9 passed, 0 failed, 0 skipped');
  });

  it.each([
    ['no report', [], '0 passed, 0 failed, 0 skipped', 'no test ran'],
    ['nothing ran', { ...good, numPassedTests: 0 }, '0 passed, 0 failed, 0 skipped', 'no test ran'],
    ['a failure', { ...good, numFailedTests: 2 }, '7 passed, 2 failed, 0 skipped', '2 test(s) failed'],
    [
      'a file that cannot be loaded',
      { ...good, numFailedTestSuites: 1 },
      '7 passed, 0 failed, 0 skipped',
      'could not',
    ],
    [
      'skipped and still to do',
      { ...good, numPendingTests: 1, numTodoTests: 2 },
      '7 passed, 0 failed, 3 skipped',
      '3',
    ],
  ])('%s is no good run', (_, report, line, problem) => {
    const told = tally([report].flat());
    expect(told.line).toBe(line);
    expect(told.problems).toEqual([expect.stringContaining(problem)]);
  });
});
