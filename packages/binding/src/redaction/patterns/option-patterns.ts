import type { CredentialPattern } from '../credential-pattern.js';
import { MASK } from '../mask.js';
import { maskValue } from './mask-value.js';
import { NAME_END } from './named-value-patterns.js';
import { REST_OF_VALUE, VALUE } from './value-shapes.js';

/** Up to the option, not over another such program: so a text full of them is looked through once. */
const REST_OF_COMMAND = '(?:(?!mysql|login|redis-cli)[^\\r\\n;|&]){0,200}?';

/** Credentials on command lines. */
export const OPTION_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'command line option',
    matches: 'value after an option whose name ends like those of "named value", or `--pass`',
    pattern: new RegExp(
      `(?<head>(?<![a-z0-9-])--?(?:[a-z-]{0,32}${NAME_END}|pass)[ \\t]{1,8})(?![-=])${VALUE}`,
      'gi',
    ),
    rest: REST_OF_VALUE,
    replace: maskValue,
    examples: [
      ['mysql --password hunter2 db', 'mysql --password [redacted] db'],
      ['cli --auth-token "a b" go', 'cli --auth-token "[redacted]" go'],
      ['cli --pass abc', 'cli --pass [redacted]'],
    ],
    stays: [
      'docker login --password-stdin',
      '--token-count 5',
      'cli --password $DB_PASSWORD',
      'ssh -p 22 host',
    ],
  },
  {
    name: 'short option',
    matches:
      'password after `-p` of `sshpass`, `mysql`, `docker login` and their like, `-a` of `redis-cli`, `pass:` of `openssl`; of no other program',
    pattern: new RegExp(
      `(?<head>\\bsshpass[ \\t]{1,8}-p[ \\t]{0,8}|\\bmysql(?:dump|admin)?[ \\t]${REST_OF_COMMAND}(?<=[ \\t])-p(?=\\S)|` +
        `\\b(?:docker|podman|helm registry|az)[ \\t]{1,8}login[ \\t]${REST_OF_COMMAND}(?<=[ \\t])-p[ \\t]{1,8}|` +
        `\\bredis-cli[ \\t]${REST_OF_COMMAND}(?<=[ \\t])-a[ \\t]{1,8}|(?<=[ \\t])-pass(?:in|out)?[ \\t]{1,8}pass:)${VALUE}`,
      'g',
    ),
    rest: REST_OF_VALUE,
    replace: maskValue,
    examples: [
      ['sshpass -p hunter2 ssh host', 'sshpass -p [redacted] ssh host'],
      ['mysql -u joe -phunter2 db', 'mysql -u joe -p[redacted] db'],
      ['docker login -u joe -p hunter2 host', 'docker login -u joe -p [redacted] host'],
      ['redis-cli -h host -a hunter2 ping', 'redis-cli -h host -a [redacted] ping'],
      ['openssl rsa -passin pass:hunter2', 'openssl rsa -passin pass:[redacted]'],
    ],
    stays: ['mkdir -p hunter2', 'docker run -p 80:80 image', 'mysql -u joe -p db', 'cp -a from to'],
  },
  {
    name: 'user option',
    matches:
      'password of `-u name:password`, `--user`, `--proxy-user`; numbers and a name twice (`node:node`) stay',
    pattern: new RegExp(
      `(?<head>(?<![\\w-])(?:-u|--user|--proxy-user)[ \\t=]{1,8}["']?(?<name>[^\\s:/"'\`&;|<>()\\\\]{1,128}):)(?![0-9]{1,6}(?![^\\s"']))(?!\\k<name>(?![^\\s"']))(?!//)(?<value>[^\\s"'\`&;|<>()\\\\]{1,1024})`,
      'g',
    ),
    rest: REST_OF_VALUE,
    bound: 1024,
    replace: (match, { head = '', value = '' }) => (value.startsWith('$') ? match : `${head}${MASK}`),
    examples: [
      ['curl -u joe:hunter2 https://host.example', 'curl -u joe:[redacted] https://host.example'],
      ['curl --proxy-user "joe:hunter2" x', 'curl --proxy-user "joe:[redacted]" x'],
    ],
    stays: [
      'docker run -u 1000:1000 image',
      'docker run --user node:node image',
      'curl -u joe:$PASS x',
      'sudo -u joe ls',
    ],
  },
];
