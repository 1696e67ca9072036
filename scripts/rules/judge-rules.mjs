// @ts-check
import { ruleIdsIn } from './rule-ids.mjs';

/**
 * @typedef {object} CitingTest
 * @property {string} file Path from the root, with forward slashes.
 * @property {number} line
 * @property {string} title
 */

/** Where a test sees the system from outside: through the bus or the command line. */
const OUTSIDE = /^(test|services\/cli)\//u;

/**
 * Tests by the rule they cite.
 *
 * @param {readonly CitingTest[]} tests
 * @returns {Map<string, CitingTest[]>}
 */
export function testsByRule(tests) {
  /** @type {Map<string, CitingTest[]>} */
  const byRule = new Map();
  for (const test of tests) {
    for (const id of ruleIdsIn(test.title)) byRule.set(id, [...(byRule.get(id) ?? []), test]);
  }
  return byRule;
}

/**
 * What is wrong: rules cited that no document defines, owned rules without a test, owned rules that must be seen from
 * outside and are not. One line each; empty when all is well.
 *
 * @param {ReadonlyMap<string, readonly CitingTest[]>} byRule
 * @param {{documented: readonly string[], owned: readonly string[], outside: readonly string[]}} rules
 * @returns {string[]}
 */
export function judgeRules(byRule, { documented, owned, outside }) {
  const unknown = [...byRule].filter(([id]) => !documented.includes(id));
  const listed = [...new Set([...owned, ...outside])].filter((id) => !documented.includes(id));
  const untested = owned.filter((id) => !byRule.has(id));
  const unseen = outside.filter(
    (id) => byRule.has(id) && !byRule.get(id)?.some(({ file }) => OUTSIDE.test(file)),
  );
  return [
    ...unknown.flatMap(([id, tests]) =>
      tests.map(({ file, line, title }) => `${id} is no rule: ${file}:${line} ${title}`),
    ),
    ...listed.map((id) => `${id} is no rule: listed in scripts/owned-rules.json`),
    ...untested.map((id) => `${id} has no test`),
    ...unseen.map(
      (id) => `${id} has no test in test/ or services/cli: it must go through the bus or the command line`,
    ),
  ];
}
