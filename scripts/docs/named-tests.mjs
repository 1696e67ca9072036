// @ts-check

/**
 * @typedef {object} NamedTest
 * @property {string} file
 * @property {string} title
 */

/**
 * Tests that a page names, a file in backticks and a title in quotes: `` `test/a.test.ts`: "S5: ..." ``.
 *
 * @param {string} markdown
 * @returns {NamedTest[]}
 */
export function namedTests(markdown) {
  const named = markdown.matchAll(/`([\w./-]+(?:\.test|-contract)\.ts)`:\s+"([^"]+)"/gu);
  return [...named].map(([, file = '', title = '']) => ({ file, title: title.replaceAll(/\s+/gu, ' ') }));
}
