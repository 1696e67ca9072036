// @ts-check

/**
 * The page `docs/configuration.md` for the keys of the configuration, before formatting.
 *
 * @param {readonly import('@aip-hermes/config').ConfigKey[]} keys
 * @returns {string}
 */
export function configurationPage(keys) {
  const sections = [...new Set(keys.map(({ path }) => sectionOf(path)))];
  return `# Configuration

<!-- Written by \`npm run docs\` from the schemas in packages/config; a test fails when the two differ. -->

One tree, from a YAML 1.2 or JSON file (\`--config\`), the environment and defaults. Unknown keys and names are errors, and every
problem is told at once with its place and what to do:

\`\`\`sh
aip-hermes config check --config hermes.yaml    # everything that is wrong; ends with 2 when something is
aip-hermes config show --config hermes.yaml     # the effective values and where each comes from, secrets redacted
aip-hermes config schema > hermes.schema.json   # JSON Schema 2020-12 for editors
\`\`\`

\`\`\`yaml
# yaml-language-server: $schema=./hermes.schema.json
endpoints:
  - id: support
    base_url: https://hermes.example.com
    api_key_env: HERMES_KEY
policy:
  timeout_ms: 600000
\`\`\`

**What wins**: defaults, over them the file, over it the environment. \`endpoints[].policy\` is over \`policy\`, key by key, whoever said
that; lists are replaced whole. A section with nothing below it counts as absent.

**Environment**: \`AIP_HERMES__\` and the key's path in upper case, \`__\` between the levels; any case is read. Only scalars: lists
and everything in \`endpoints\` can only stand in the file, and null cannot be said. A number is written in digits, a flag as
\`true\` or \`false\`; an empty variable is an error. A value that is wrong is told under the variable's name, never repeated.
Credentials are not set this way: \`api_key_env\` names a variable of its own, which must not begin with \`AIP_HERMES__\`.

**Without a file** \`up\` starts the bundled simulator as endpoint \`simulator\`. Variables count there too: the simulator runs with the
policy and the settings they give. Without file and variables everything is default.
${sections.map((section) => sectionText(section, keys)).join('')}`;
}

/** @param {string} path */
function sectionOf(path) {
  return path.split(/[.[]/u)[0] ?? path;
}

/**
 * @param {string} section
 * @param {readonly import('@aip-hermes/config').ConfigKey[]} keys
 */
function sectionText(section, keys) {
  const rows = keys
    .filter(({ path }) => sectionOf(path) === section)
    .map((key) =>
      [`\`${key.path}\``, defaultText(key), boundText(key), variableText(key), key.meaning].join(' | '),
    );
  return `
## ${section}

| key | default | bound | environment | meaning |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

/** @param {import('@aip-hermes/config').ConfigKey} key */
function variableText({ environment }) {
  return environment === null ? '' : `\`${environment}\``;
}

/** @param {import('@aip-hermes/config').ConfigKey} key */
function defaultText({ default: value }) {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.join(', ');
  return typeof value === 'string' ? `\`${value}\`` : String(value);
}

/** @param {import('@aip-hermes/config').ConfigKey} key */
function boundText({ kind, schema, path }) {
  switch (kind) {
    case 'whole':
      return `${String(schema['minimum'])}..${String(schema['maximum'])}`;
    case 'flag':
      return valuesOf(schema) ?? 'true, false';
    case 'choice':
      return valuesOf(schema) ?? '';
    case 'text':
      return textBound(path, schema);
    case 'list':
      return listBound(
        /** @type {import('@aip-hermes/config').ConfigKey['schema']} */ (schema['items']),
        schema,
      );
    case 'part':
      return 'the keys of `policy`';
  }
}

/**
 * @param {string} path
 * @param {import('@aip-hermes/config').ConfigKey['schema']} schema
 */
function textBound(path, schema) {
  if (path === 'endpoints[].id') return '1..128 of `A-Za-z0-9_-`';
  if (path === 'endpoints[].base_url') return '`/` or `/p/<name>` after the origin';
  if (path === 'endpoints[].api_key_env') return 'the name of a variable';
  return schema['maxLength'] === undefined
    ? 'not empty'
    : `at most ${String(schema['maxLength'])} bytes, not blank`;
}

/**
 * @param {import('@aip-hermes/config').ConfigKey['schema']} items
 * @param {import('@aip-hermes/config').ConfigKey['schema']} schema
 */
function listBound(items, schema) {
  const values = valuesOf(items);
  if (values !== undefined) return `some of ${values}; deny always`;
  const each =
    items['maxLength'] === undefined ? 'names of variables' : `1..${String(items['maxLength'])} bytes`;
  return `at most ${String(schema['maxItems'])}, ${each}`;
}

/** @param {import('@aip-hermes/config').ConfigKey['schema']} schema */
function valuesOf(schema) {
  const { enum: values } = schema;
  return Array.isArray(values) ? values.join(', ') : undefined;
}
