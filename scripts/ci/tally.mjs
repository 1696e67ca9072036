// @ts-check

/**
 * @typedef {object} Report What vitest's JSON reporter says, as far as it is used.
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numFailedTestSuites
 */

/**
 * The closing line of a run of one or several suites, and why it does not count as good.
 *
 * @param {readonly Report[]} reports one of each suite that ran
 * @returns {{line: string, problems: string[]}}
 */
export function tally(reports) {
  /** @type {(count: (report: Report) => number) => number} */
  const sum = (count) => reports.reduce((all, report) => all + count(report), 0);
  const passed = sum((report) => report.numPassedTests);
  const failed = sum((report) => report.numFailedTests);
  const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
  const problems = [];
  if (passed + failed === 0) problems.push('no test ran');
  if (failed > 0) problems.push(`${failed} test(s) failed`);
  // A file that cannot be loaded fails as a suite without a failed test.
  if (failed === 0 && sum((report) => report.numFailedTestSuites) > 0)
    problems.push('a test file could not be run');
  if (skipped > 0) problems.push(`${skipped} test(s) were skipped; nothing may be skipped here`);
  return { line: `${passed} passed, ${failed} failed, ${skipped} skipped`, problems };
}
