import type { CredentialPattern, RedactionRow } from '../credential-pattern.js';
import { maskAll } from './mask-value.js';

/** A credential that is told by how it begins. */
interface KnownKey extends RedactionRow {
  /** Source of its expression, case-sensitive; every repeat bounded. */
  readonly shape: string;
}

const HEX = '0123456789abcdef0123456789abcdef';

/** A row whose examples are whole keys, each masked whole, and whose name in prose stays. */
function known(
  name: string,
  matches: string,
  shape: string,
  keys: readonly string[],
  stays: readonly string[],
): KnownKey {
  return { name, matches, shape, examples: keys.map((key) => [`a ${key} b`, 'a [redacted] b']), stays };
}

const ROWS: readonly KnownKey[] = [
  known(
    'OpenAI style key',
    '`sk-`, 16 or more',
    'sk-[A-Za-z0-9_-]{16,1024}',
    [`sk-proj-${HEX}`, `sk-ant-api03-${HEX}`],
    ['task-force-and-risk-management-of-things', 'sk-learn'],
  ),
  known(
    'keys of model providers',
    '`gsk_`, `xai-`, `pplx-`, `tvly-`, `nvapi-`, `r8_`, `hf_`, 20 or more',
    '(?:gsk_|xai-|pplx-|tvly-(?:[a-z]{1,8}-)?|nvapi-|r8_|hf_)[A-Za-z0-9_-]{20,1024}',
    [`gsk_${HEX}`, `xai-${HEX}`, `pplx-${HEX}`, `tvly-dev-${HEX}`, `nvapi-${HEX}`, `r8_${HEX}`, `hf_${HEX}`],
    ['hf_hub', 'xai-tools'],
  ),
  known(
    'Stripe key',
    '`sk_live_`, `sk_test_`, `rk_...`, `whsec_`, 10 or more',
    '(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9+/=]{10,1024}',
    [`sk_live_${HEX}`, `rk_live_${HEX}`, `whsec_${HEX}`],
    [`pk_live_${HEX}`],
  ),
  known(
    'GitHub token',
    '`ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_`, 20 or more',
    'gh[opusr]_[A-Za-z0-9]{20,1024}',
    [`ghp_${HEX}`, `gho_${HEX}`, `ghs_${HEX}`],
    ['ghp_ is the prefix'],
  ),
  known(
    'GitHub fine-grained token',
    '`github_pat_`, 20 or more',
    'github_pat_[A-Za-z0-9_]{20,1024}',
    [`github_pat_${HEX}_${HEX}`],
    ['github_pat_example'],
  ),
  known(
    'GitLab token',
    '`glpat-` and the other kinds (`gldt-`, `glrt-`, `glptt-`, `glcbt-`, `glft-`, `glsoat-`, `glimt-`, `glagent-`), 16 or more',
    'gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{16,1024}',
    [`glpat-${HEX}`, `glptt-${HEX}`],
    ['glpat-short'],
  ),
  known(
    'Slack token',
    '`xoxb-` and every other `xox.-`, `xapp-`, 10 or more',
    '(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,1024}',
    [`xoxb-123-${HEX}`, `xapp-1-A0-${HEX}`],
    ['xapp-1'],
  ),
  known(
    'AWS key id',
    '`AKIA` or `ASIA` and 16 upper-case letters or digits',
    '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
    ['AKIAIOSFODNN7EXAMPLE', 'ASIAIOSFODNN7EXAMPLE'],
    ['ASIA and EUROPE', 'AKIAIOSFODNN7EXAMPLEANDMORE'],
  ),
  known(
    'Google key',
    '`AIza`, `ya29.`, 30 or more',
    '(?:AIza|ya29\\.)[A-Za-z0-9_-]{30,1024}',
    [`AIza${HEX}abc`, `ya29.${HEX}`],
    ['AIza'],
  ),
  known(
    'package registry token',
    '`npm_`, `pypi-`, `rubygems_`, `dckr_pat_`, 24 or more',
    '(?:npm_|pypi-|rubygems_|dckr_pat_)[A-Za-z0-9_-]{24,1024}',
    [`npm_${HEX}abcd`, `pypi-AgEIcHlwaS5vcmc${HEX}`, `rubygems_${HEX}`, `dckr_pat_${HEX}`],
    ['npm_config_registry', 'pypi-server'],
  ),
  known(
    'SendGrid key',
    '`SG.` and two parts of 16 or more',
    'SG\\.[A-Za-z0-9_-]{16,128}\\.[A-Za-z0-9_-]{16,128}',
    [`SG.${HEX}.${HEX}`],
    ['SG.sending'],
  ),
  known(
    'token of a platform',
    '`dop_v1_`, `doo_v1_`, `dor_v1_`, `hvs.`, `hvb.`, `shpat_`, `shpss_`, `shpca_`, `sntrys_`, `glsa_`, `lin_api_`, `figd_`, `sbp_`, `ntn_`, `ATATT3`, `PMAK-`, `dapi`, 24 or more',
    '(?:do[opr]_v1_|hv[sb]\\.|shp(?:at|ss|ca|pa)_|sntrys_|glsa_|lin_api_|figd_|sbp_|ntn_|ATATT3|PMAK-|dapi(?=[a-f0-9]{32}))[A-Za-z0-9_=-]{24,1024}',
    [
      ...[
        `dop_v1_${HEX}${HEX}`,
        `hvs.${HEX}`,
        `shpat_${HEX}`,
        `sntrys_${HEX}`,
        `glsa_${HEX}_ab`,
        `lin_api_${HEX}`,
      ],
      ...[`figd_${HEX}`, `sbp_${HEX}`, `ntn_${HEX}`, `ATATT3xFfGF0${HEX}`, `PMAK-${HEX}`, `dapi${HEX}`],
    ],
    ['dapi_documentation_for_the_platform', 'lin_api_key'],
  ),
  known(
    'age secret key',
    '`AGE-SECRET-KEY-1`, 40 or more',
    'AGE-SECRET-KEY-1[A-Z0-9]{32,128}',
    [`AGE-SECRET-KEY-1${HEX.toUpperCase()}ABCDEFGH`],
    ['age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'],
  ),
  known(
    'JSON web token',
    'two or three parts of base64url, the first of which begins a JSON object',
    '(?<![_-])eyJ[A-Za-z0-9_-]{8,16384}\\.[A-Za-z0-9_-]{4,16384}(?:\\.[A-Za-z0-9_-]{0,16384})?',
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'],
    ['eyJhbGciOiJIUzI1NiJ9', 'eyJ is how they begin'],
  ),
];

const BORDER = '(?<![A-Za-z0-9])';

/** Credentials that are told by how they begin, one row each. */
export const KNOWN_KEYS: readonly CredentialPattern[] = ROWS.map(({ shape, ...row }) => ({
  ...row,
  pattern: new RegExp(`${BORDER}(?:${shape})`, 'g'),
  replace: maskAll,
}));

/** All of `KNOWN_KEYS` in one expression: one pass over the text instead of one for each. */
export const ANY_KNOWN_KEY: Pick<CredentialPattern, 'pattern' | 'rest' | 'bound' | 'replace'> = {
  pattern: new RegExp(`${BORDER}(?:${ROWS.map(({ shape }) => shape).join('|')})`, 'g'),
  rest: /[A-Za-z0-9_=-]{1,16384}/y,
  bound: 128,
  replace: maskAll,
};
