// @ts-check
/**
 * Ids of the rules a document defines: the first cell of each table row, `| S5 | ... |`.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
export function documentedRules(markdown) {
  return [...markdown.matchAll(/^\| ([A-Z]\d{1,2}) +\|/gmu)].map(([, id = '']) => id);
}
