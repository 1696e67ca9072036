import type { RedactionRow } from './credential-pattern.js';

/**
 * The rule for members of the provider's JSON (`redactProvider`), as a row of the table. Its examples are JSON, and
 * hold for whole objects; what stands in a text is the patterns' part.
 */
export const MEMBER_RULE: RedactionRow = {
  name: 'member with a credential name',
  matches:
    'text, or texts of a list, under a name in any style that is or ends in `password`, `passwd`, `passphrase`, `pwd`, `secret(s)`, `token`, `api_key`, `access_key`, `secret_key`, `private_key`, `signing_key`, `encryption_key`, `account_key`, `subscription_key`, `authorization`, `auth_header`, `cookie(s)`, `credential(s)`, `jwt`, `bearer`, at any depth',
  examples: [
    ['{"password":"a","n":1}', '{"password":"[redacted]","n":1}'],
    ['{"a":[{"X-Auth-Token":"c"}]}', '{"a":[{"X-Auth-Token":"[redacted]"}]}'],
    ['{"cookies":["d",1]}', '{"cookies":["[redacted]",1]}'],
    [
      '{"accountKey":"a","subscription-key":"b"}',
      '{"accountKey":"[redacted]","subscription-key":"[redacted]"}',
    ],
    ['{"clientSecret":"a"}', '{"clientSecret":"[redacted]"}'],
  ],
  stays: [
    '{"usage":{"input_tokens":512,"output_tokens":128,"total_tokens":640}}',
    '{"token":7,"secret":null,"token_count":"5","max_tokens":4096}',
    '{"pattern_key":"recursive delete","idempotency_key":"a","key":"b"}',
  ],
};
