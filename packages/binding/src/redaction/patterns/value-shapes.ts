/** Characters of a bare value: it ends at quotes and shell operators, so that masking hides no command (A4). */
const BARE_CHARACTER = '[^\\s"\'`&;|<>()\\\\]';
/**
 * A value in quotes (escaped ones too, for JSON in text) to the closing quote, the end of the line or a shell
 * operator: whether a quote opens or closes depends on what stands before it, so what is behind an operator may run.
 * A backslash escapes no single quote.
 */
const QUOTED = "(?<quote>\\\\{0,7}[\"'])(?:(?!\\k<quote>)(?:\\\\[^'\\r\\n;&|<>]|[^\\r\\n;&|<>])){1,16384}";
const BARE = `(?:${BARE_CHARACTER}|\\\\(?!["'nrt\\\\])){1,16384}`;

/** A call with its brackets closed, as in `token = next()`. */
const CALL = '(?:await |new )?[A-Za-z_$][\\w$]{0,64}(?:\\??\\.[\\w$]{1,64}){0,8}\\([^()\\r\\n]{0,256}\\)';
/** A look into an object that code calls by such a name. */
const MEMBER =
  '(?:process\\.env|os\\.environ|import\\.meta|this|self|config|settings|options|opts|args|params|props|req|request|ctx|context|secrets|env)' +
  '(?:\\??\\.[A-Za-z_$][\\w$]{0,64}|\\[["\'][\\w.-]{1,64}["\']\\]){1,8}(?![\\w.$-])';
/** The name of a variable in its place. */
const REFERENCE =
  '(?:\\$[A-Z_][A-Z0-9_]{0,64}|\\$\\{[A-Za-z_]\\w{0,64}\\}|\\$?\\{\\{[^{}\\r\\n]{1,128}\\}\\}|%[A-Z_]{1,64}%)(?=[\\s"\'`&;|,)\\\\]|$)';
const CODE = `(?!${CALL}|${MEMBER}|\\\\{0,7}["']?${REFERENCE})`;

/** What stands after a credential's name, in quotes; groups `value` and `quote`. */
export const QUOTED_VALUE = `(?<value>${QUOTED})`;
/** The same in quotes or bare, and no code; groups `value` and `quote`. */
export const VALUE = `${CODE}(?<value>${QUOTED}|${BARE})`;
/** What a bare value that fills its bound goes on with. */
export const REST_OF_VALUE = new RegExp(`${BARE_CHARACTER}{1,16384}`, 'y');
/** The closing quote of a name, escaped as often as JSON in JSON needs. */
export const CLOSED_NAME = '\\\\{0,7}["\']?';
/** The start of a list of texts in JSON, or nothing: its first text is the value. */
export const LIST_START = '(?:\\[[ \\t]{0,8}(?=\\\\{0,7}["\']))?';
/** The start of an object in JSON whose member `value` is the value. */
export const VALUE_MEMBER =
  '\\{[ \\t]{0,8}\\\\{0,7}["\']value\\\\{0,7}["\'][ \\t]{0,8}:[ \\t]{0,8}(?=\\\\{0,7}["\'])';
/** No list or object of JSON begins here: masked as a bare value, it would break. */
export const NO_MEMBERS = '(?!(?<=["\'][ \\t]{0,8}:[ \\t]{0,8})[{[](?!redacted\\]))';
