// @ts-check

/**
 * @typedef {object} Entry
 * @property {string} code
 * @property {string} category
 * @property {boolean} retryable
 * @property {string} status
 * @property {string} meaning
 * @property {string} action
 */

/**
 * The page `docs/errors.md` for a catalogue of errors, before formatting.
 *
 * @param {readonly Entry[]} catalogue
 * @returns {string}
 */
export function errorsPage(catalogue) {
  return `# Error codes

<!-- Written by \`npm run docs\` from the catalogue in packages/binding; a test fails when the two differ. -->

Every error of a result, an \`error\` reply or an \`ack\` carries one of these codes, with \`message\`, \`category\`,
\`retryable\` and, where it helps, \`details\`. A refusal names the rule it follows in \`details.rule\`
([rules.md](rules.md)); a tenant or principal that does not match says nothing more. "Retryable" means that sending the
same command again may help; it never concerns a run that may exist. The commands \`reconcile\` and \`doctor\` are not built
yet; until then \`show\`, \`audit\` and the Hermes host are what there is to look at.

${table(catalogue.filter(({ status }) => status === 'active'))}

## Reserved

Named by the contract for features that are not built yet; never produced today.

${table(catalogue.filter(({ status }) => status !== 'active'))}
`;
}

/** @param {readonly Entry[]} entries */
function table(entries) {
  const rows = entries.map(
    ({ code, category, retryable, meaning, action }) =>
      `| \`${code}\` | ${category} | ${retryable ? 'yes' : 'no'} | ${meaning} | ${action} |`,
  );
  const head = [
    '| code | category | retryable | what happened | what to do |',
    '| --- | --- | --- | --- | --- |',
  ];
  return [...head, ...rows].join('\n');
}
