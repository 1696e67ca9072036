// @ts-check
import { ruleIdsIn } from './rule-ids.mjs';

/**
 * A list of rule ids and ranges (`S1-S8`) as single ids.
 *
 * @param {readonly string[]} list
 * @returns {string[]}
 * @throws Error on an entry that names no rule
 */
export function expandRules(list) {
  return list.flatMap((entry) => {
    const ids = ruleIdsIn(entry);
    if (ids.length === 0) throw new Error(`"${entry}" names no rule`);
    return ids;
  });
}
