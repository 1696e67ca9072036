import type { CredentialPattern } from './credential-pattern.js';
import { HEADER_PATTERNS } from './patterns/header-patterns.js';
import { ANY_KNOWN_KEY, KNOWN_KEYS } from './patterns/known-keys.js';
import { NAMED_VALUE_PATTERNS } from './patterns/named-value-patterns.js';
import { OPTION_PATTERNS } from './patterns/option-patterns.js';
import { PRIVATE_KEY_PATTERNS } from './patterns/private-key-patterns.js';
import { URL_PATTERNS } from './patterns/url-patterns.js';

/** Longest value that one match takes, as written in the patterns; `rest` takes what is beyond. */
export const VALUE_BOUND = 16_384;

/** What of a pattern the search needs. */
export type TriedPattern = Pick<CredentialPattern, 'pattern' | 'rest' | 'bound' | 'startOf' | 'replace'>;

const SHAPES: readonly CredentialPattern[] = [
  ...PRIVATE_KEY_PATTERNS,
  ...HEADER_PATTERNS,
  ...URL_PATTERNS,
  ...NAMED_VALUE_PATTERNS,
  ...OPTION_PATTERNS,
];

/** Every shape that is masked in provider text (DESIGN 6, G10); docs/redaction.md is written from this list. */
export const CREDENTIAL_PATTERNS: readonly CredentialPattern[] = [...SHAPES, ...KNOWN_KEYS];

/** The same shapes as they are tried, in this order. */
export const TRIED_PATTERNS: readonly TriedPattern[] = [...SHAPES, ANY_KNOWN_KEY];

/** True for every text that any pattern can match; false spares the patterns. */
export const CREDENTIAL_HINT =
  /[:=>]|--|bearer|basic|password|passwd|passphrase|passcode|secret|token|key|[_-]p|-a|pass:|sk-|[rs]k_|whsec_|gsk_|xai-|pplx-|tvly-|nvapi-|r8_|hf_|gh[opusr]_|gl[a-z]{2,5}-|xox|xapp-|A[KS]IA|AIza|ya29\.|npm_|pypi-|rubygems_|dckr_|SG\.|do[opr]_v1|hv[sb]\.|shp[a-z]{2}_|sntrys_|glsa_|lin_api_|figd_|sbp_|ntn_|ATATT3|PMAK-|dapi|slack\.com|discord|telegram|eyJ/i;
