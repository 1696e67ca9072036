// @ts-check

/**
 * Rows of the README's table of exit codes: `| 5 | meaning |`, first cell to second.
 *
 * @param {string} markdown
 * @returns {Record<string, string>}
 */
export function exitCodesTable(markdown) {
  const section = /^## Exit codes\n([\s\S]*?)(?=^## )/mu.exec(markdown)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| +(\d+) +\| (.+?) +\|$/gmu)];
  return Object.fromEntries(rows.map(([, code = '', meaning = '']) => [code, meaning]));
}
