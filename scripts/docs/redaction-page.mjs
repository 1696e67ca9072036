// @ts-check

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} matches
 * @property {readonly (readonly [string, string])[]} examples
 * @property {readonly string[]} stays
 */

/** Examples of a row that the page shows; the tests hold all of them. */
const SHOWN = 3;

/**
 * The page `docs/redaction.md` for the table of patterns, before formatting. The first row is the rule for members.
 *
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function redactionPage(rows) {
  return `# Redaction

<!-- Written by \`npm run docs\` from the table in packages/binding/src/redaction; a test fails when the two differ. -->

Two things are masked before anything is written (G10), as \`[redacted]\`; a held key that the HTTP client or the log took out reads
\`[credential]\`:

1. **Credentials the connector holds**: the API key of every endpoint and the values of the variables named in
   \`redaction.extra_secrets_env\` ([configuration.md](configuration.md)). They are looked for exactly, everywhere: events,
   messages, replies, dead letters the connector words, log lines, errors, \`audit\`, \`config show\`.
2. **What looks like a credential in the provider's words**: by the table below, best effort. It is applied to every text the
   provider sent, before the event is stored, so log, bus, audit and every later reader see the same masked text. It is also
   applied to what an endpoint says of its version. What a caller wrote (objective, context, a dead letter's bytes) is the
   caller's: it is kept as it is and sent to the provider as it is.

Token counts, ids, hashes and code stay readable: numbers of JSON are never masked, and the last column says what else is left alone.
Masking hides no command: a value, in quotes too, ends where a shell would begin another command, and nothing with \`$(\` or a backquote is masked,
so that who decides about an approval sees what would run. A masked text is redacted first and cut to its bound then
([decision 0004](decisions/0004-redact-then-cap.md)); sizes and digests of cut texts are those of the redacted text.

## Held credentials

| form of the credential                                                                             | masked |
| -------------------------------------------------------------------------------------------------- | ------ |
| as it is, anywhere in a text or a name; in headers, error messages, stacks and causes               | yes    |
| as in JSON, also JSON within JSON up to 4 deep; any of its characters as \`\\u00xx\`; \`\\/\`; percent-encoded in whole or part, up to 3 times; any mix of these | yes    |
| hexadecimal, all lower or all upper case                                                            | yes    |
| base64, both alphabets, alone or inside a longer encoded text (\`Basic\`, \`Bearer <key>\`), at each of the three places; its symbols percent-encoded or as \`\\/\` | yes, keys of 7 or more characters |
| cut by the end or the beginning of a text (two neighbouring chunks), 8 or more characters of it      | yes    |
| split so that no piece at an end of a text has 8 characters; spread over more than two texts       | no     |
| base64 over several lines, base64 of base64, base32, mixed-case or spaced hexadecimal               | no     |
| reversed, hashed, encrypted, compressed; a part of it in the middle of a text                       | no     |

Keys of fewer than 8 characters are warned of by \`config check\` (Hermes takes none); other secrets of fewer than 8 are refused,
since masking them would blank out ordinary words.

**Chunks.** Every frame of the provider is recorded by itself, before the next is read, so a chunk cannot wait for its
neighbour. A credential in two neighbouring frames is masked as far as the table above says: of a held key of 16 or more
characters at most 7 remain readable in each chunk where it is cut in two. Patterns look at one text at a time: a credential
that only a pattern knows and that is cut by two frames is masked in the part that still has the pattern's shape (the head with
its name or prefix), and its rest may stay. The final output arrives as one text and is masked whole. A model that spells a key
out letter by letter is beyond any filter: give it no key.

**Other patterns.** Expressions of your own cannot be configured: one bad expression would stop the service or blind it. Name the
variable that holds a secret in \`redaction.extra_secrets_env\`; at most 32 values, 8 characters to 4096 bytes each, masked exactly.

## Patterns

"Where": \`text\` is every text the provider sent, at any depth of its JSON; \`member\` looks at the names of its JSON.
An arrow shows before and after; \`\\n\` is a line end.

| name | where | what it matches | examples | stays as it is |
| --- | --- | --- | --- | --- |
${rows.map((row, at) => line(row, at === 0 ? 'member' : 'text')).join('\n')}

## What patterns do not find

A password without a name beside it or behind a word ("the password is hunter2"), YAML block values that are no private key,
values under a name of another language, AWS secret keys and other keys without a prefix of their own where no name says what they
are, and anything encoded. In code, a value that is a call, a look into a known object (\`process.env.X\`, \`config.x\`) or a reference
to a variable (\`$NAME\`, \`\${NAME}\`) is none. Patterns err on the side of masking where a name says credential: a page token is
masked, too.

All patterns are linear in the text with every repeat bounded; a value that fills the bound is masked to its end.
\`aip-hermes audit\` applies the same table to stored events and reports what still looks like a credential, so a log written by an
older build may fail G10 there.
`;
}

/**
 * @param {Row} row
 * @param {string} where
 */
function line({ name, matches, examples, stays }, where) {
  const shown = examples.slice(0, SHOWN).map(([before, after]) => `${code(before)} → ${code(after)}`);
  const left = stays.slice(0, SHOWN).map(code);
  return `| ${name} | ${where} | ${matches.replaceAll('|', '\\|')} | ${shown.join('<br>')} | ${left.join('<br>')} |`;
}

/** @param {string} text */
function code(text) {
  const flat = text.replaceAll('\n', '\\n').replaceAll('|', '\\|');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}
