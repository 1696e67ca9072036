// @ts-check
const LETTERS = 'CIBRSOAXDMEG';
// Not part of a longer word, number or name: `S10` holds no S1, `B1c` no B1, `run-S3` no S3.
const RANGE = new RegExp(
  `(?<![\\w-])([${LETTERS}])([1-9]\\d?)(?:-|\\.\\.| to )\\1([1-9]\\d?)(?![\\w-])`,
  'gu',
);
const SINGLE = new RegExp(`(?<![\\w-])([${LETTERS}])([1-9]\\d?)(?![\\w-])`, 'gu');

/**
 * Rule ids a text cites, each once, in order: `S5`, `A1, R6`, `S3 to S6`, `S3-S6`, `S3..S6`. Names of test cases
 * (`C01`, `C49`: C with two or more digits) are no rules.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function ruleIdsIn(text) {
  /** @type {Set<string>} */
  const found = new Set();
  const rest = text.replace(RANGE, (_, letter, first, last) => {
    for (let number = Number(first); number <= Number(last); number += 1) found.add(`${letter}${number}`);
    return ' ';
  });
  for (const [, letter = '', number = ''] of rest.matchAll(SINGLE)) found.add(`${letter}${number}`);
  return [...found].filter((id) => !/^C\d\d/u.test(id));
}
