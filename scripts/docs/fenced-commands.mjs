// @ts-check

/**
 * The blocks of a page that are fenced as `sh ci`: commands that CI runs as they stand.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
export function fencedCommands(markdown) {
  return [...markdown.matchAll(/^```sh ci\n([\s\S]*?)^```$/gmu)].map(([, block = '']) => block);
}
