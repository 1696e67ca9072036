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
 * The closing line of a test run, and why the run does not count as good.
 *
 * @param {Report | null} report null when there is none
 * @returns {{line: string, problems: string[]}}
 */
export function tally(report) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const problems = [];
  if (passed + failed === 0) problems.push('no test ran');
  if (failed > 0) problems.push(`${failed} test(s) failed`);
  // A file that cannot be loaded fails as a suite without a failed test.
  if (failed === 0 && (report?.numFailedTestSuites ?? 0) > 0) problems.push('a test file could not be run');
  if (skipped > 0) problems.push(`${skipped} test(s) were skipped; nothing may be skipped here`);
  return { line: `${passed} passed, ${failed} failed, ${skipped} skipped`, problems };
}
