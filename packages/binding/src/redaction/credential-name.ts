/**
 * Last words of member names that hold a credential. Plural `tokens` is a count and not among them; neither is a
 * bare `key`, since `pattern_key` and `idempotency_key` are no credentials.
 */
const CREDENTIAL_NAME = new RegExp(
  '(?:^|_)(?:password|passwd|passphrase|pwd|secret|secrets|token|api_?key|apikey|access_?key|secret_?key|' +
    'private_?key|signing_?key|encryption_?key|account_?key|subscription_?key|authorization|auth_?header|cookies?|credentials?|jwt|bearer)$',
);
const CAMEL_BORDER = /([a-z0-9])([A-Z])/g;
const MAX_NAME_LENGTH = 128;

/** Answers for names met before: a stream repeats the same few. Providers choose names, so it is bounded (G13). */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_024;

/** Whether a member of this name holds a credential, in snake_case, kebab-case or camelCase. */
export function isCredentialName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const before = known.get(name);
  if (before !== undefined) return before;
  const says = saysCredential(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, says);
  return says;
}

function saysCredential(name: string): boolean {
  const words = name.replace(CAMEL_BORDER, '$1_$2').replaceAll('-', '_').toLowerCase();
  return CREDENTIAL_NAME.test(words);
}
