// @ts-check

/** @typedef {import('@aip-hermes/binding').ErrorEntry} Entry */

/**
 * The page `docs/errors.md` for a catalogue of errors, before formatting.
 *
 * @param {readonly Entry[]} catalogue
 * @returns {string}
 */
export function errorsPage(catalogue) {
  return `# Error codes

<!-- Written by \`npm run docs\` from the catalogue in packages/binding; a test fails when the two differ. -->

Every failed result and every \`error\` reply carries one of these codes, with \`message\`, \`category\`, \`retryable\` and, where
it helps, \`details\`. An \`ack\` carries no code: AIP gives it \`status\` and \`reason\`, and the reason of a rejected one is the
message of the error, whose code stands in the log alone (\`CommandRefused\` in [events.md](events.md)). A refusal names the
rule it follows in \`details.rule\` ([rules.md](rules.md)); codes about who sends, and refusals that would tell of somebody else's Action, name none.
"Retryable" means that sending the same command again may help; it never concerns a run that may exist.

A new Action has a new id. After an unknown outcome nothing asks Hermes for you yet: \`aip-hermes show\` and \`aip-hermes audit\`
print the evidence, the Hermes host knows the session \`aip-operator-<action id>\`, and a person decides
([operations.md](operations.md)). \`aip-hermes doctor\` says whether an endpoint can be reached and takes its key.

| code | category | retryable | what happened | what to do |
| --- | --- | --- | --- | --- |
${catalogue
  .filter(({ status }) => status === 'active')
  .map((entry) => row(entry, []))
  .join('\n')}

## Reserved

Named by the contract for features that are not built yet; never produced today.

| code | waits for | category | retryable | what happened | what to do |
| --- | --- | --- | --- | --- | --- |
${catalogue.flatMap((entry) => (entry.status === 'reserved' ? [row(entry, [entry.waitsFor])] : [])).join('\n')}
`;
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} more cells behind the code
 */
function row({ code, category, retryable, meaning, action }, more) {
  return `| ${[`\`${code}\``, ...more, category, retryable ? 'yes' : 'no', meaning, action].join(' | ')} |`;
}
