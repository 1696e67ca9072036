import type { ReplaceMatch } from '../credential-pattern.js';
import { MASK } from '../mask.js';

const COUNT_HEAD = /token["'\\]{0,8}[ \t]{0,8}[:=]/i;
const FOLDER_HEAD = /pwd["'\\]{0,8}[ \t]{0,8}[:=]/i;
const FOLDER = /^(?:[/~.]|[A-Za-z]:[\\/])/;
const LONGEST_WORD = 16;
const NO_CREDENTIAL = new Set([
  ...['null', 'none', 'nil', 'true', 'false', 'undefined', 'unset', 'empty'],
  ...['string', 'str', 'number', 'boolean', 'bool', 'int', 'integer', 'bytes', 'any', 'unknown', 'object'],
  ...['required', 'optional', 'missing', 'invalid', 'expired'],
]);
/** Names of types, as they are written. */
const TYPE_NAMES = new Set(['Token', 'Secret', 'SecretStr']);

/** Masks group `value` behind group `head`; its opening quote stays. */
export const maskValue: ReplaceMatch = (match, { head = '', value = '', quote = '' }) => {
  const inner = value.slice(quote.length);
  return isNoCredential(head, inner) ? match : `${head}${quote}${MASK}`;
};

/** Masks everything behind group `head`. */
export const keepHead: ReplaceMatch = (_match, { head = '' }) => `${head}${MASK}`;

/** Masks the whole match. */
export const maskAll: ReplaceMatch = () => MASK;

/** Words of code, counts, folders, and what a shell would execute: an approver has to see that. */
function isNoCredential(head: string, value: string): boolean {
  if (/\$\(|`/.test(value)) return true;
  if (FOLDER_HEAD.test(head) && FOLDER.test(value)) return true;
  if (value.length > LONGEST_WORD) return false;
  const bare = value.replace(/[,.:]{1,2}$/, '');
  if (TYPE_NAMES.has(bare) || NO_CREDENTIAL.has(bare.toLowerCase())) return true;
  return /^[0-9]{1,12}$/.test(bare) && COUNT_HEAD.test(head);
}
