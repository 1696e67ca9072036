import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from '../fixtures/given-source.js';
import { loadConfig, type LoadResult } from '../load-config.js';

const { id, base_url } = ENDPOINT;

function load(
  key: object,
  keyFiles: Readonly<Record<string, string>> = {},
  more?: Parameters<typeof givenSource>[1],
): LoadResult {
  const tree = { endpoints: [{ id, base_url, ...key }] };
  return loadConfig(givenSource({ '/etc/aip/config.json': JSON.stringify(tree), ...keyFiles }, more));
}

function keyOf(result: LoadResult): string | undefined {
  return result.kind === 'ok' ? result.config.endpoints[0]?.apiKey.reveal() : JSON.stringify(result);
}

describe('api_key_env and api_key_file', () => {
  it('reference 1.1: the key comes from the variable', () => {
    expect(keyOf(load({ api_key_env: 'HERMES_KEY' }))).toBe(CANARY);
  });

  it('reference 1.1: the key comes from the file, trimmed; a relative one stands beside the configuration', () => {
    expect(keyOf(load({ api_key_file: '/run/k' }, { '/run/k': `${CANARY}\r\n` }))).toBe(CANARY);
    expect(keyOf(load({ api_key_file: 'keys/k' }, { '/etc/aip/keys/k': ` ${CANARY}\n` }))).toBe(CANARY);
  });

  it('SPEC 10: a wrong name is reported beside a file that is named too', () => {
    const result = load({ api_key_env: 'aip_hermes__x', api_key_file: '/k' });
    const paths = result.kind === 'bad' ? result.problems.map(({ path }) => path) : [];
    expect(paths).toEqual(['endpoints[0].api_key_env', 'endpoints[0]']);
  });

  it.each<[string, object, string, RegExp]>([
    ['neither', {}, 'endpoints[0]', /has no API key.*api_key_env.*api_key_file/],
    [
      'a variable of the configuration',
      { api_key_env: 'AIP_HERMES__X' },
      'endpoints[0].api_key_env',
      /^must not begin with AIP_HERMES__/,
    ],
    ['both', { api_key_env: 'HERMES_KEY', api_key_file: '/k' }, 'endpoints[0]', /both.*keep one/],
    [
      'a variable that is not set',
      { api_key_env: 'NO_KEY' },
      'endpoints[0].api_key_env',
      /NO_KEY is not set/,
    ],
    ['an empty variable', { api_key_env: 'EMPTY' }, 'endpoints[0].api_key_env', /EMPTY is empty/],
    ['a blank variable', { api_key_env: 'BLANK' }, 'endpoints[0].api_key_env', /BLANK is empty/],
    [
      'a key with a space',
      { api_key_env: 'SPACED' },
      'endpoints[0].api_key_env',
      /SPACED holds something other/,
    ],
    ['a key beyond ASCII', { api_key_env: 'WIDE' }, 'endpoints[0].api_key_env', /WIDE holds something other/],
    ['a huge variable', { api_key_env: 'HUGE' }, 'endpoints[0].api_key_env', /HUGE is larger than 16384/],
    ['a variable that is a number', { api_key_env: 7 }, 'endpoints[0].api_key_env', /name of an environment/],
    ['the key as the variable', { api_key_env: CANARY }, 'endpoints[0].api_key_env', /not the key itself/],
    [
      'the key as the variable, letters only',
      { api_key_env: 'canary7f3a0815' },
      'endpoints[0].api_key_env',
      /named here is not set/,
    ],
    [
      'a file that is not there',
      { api_key_file: '/no/key' },
      'endpoints[0].api_key_file',
      /\/no\/key does not exist/,
    ],
    [
      'the key as the file',
      { api_key_file: CANARY },
      'endpoints[0].api_key_file',
      /file named here does not exist/,
    ],
    ['an empty file name', { api_key_file: '' }, 'endpoints[0].api_key_file', /path of a file/],
    ['a file name with NUL', { api_key_file: 'a\0b' }, 'endpoints[0].api_key_file', /path of a file/],
    ['an empty file', { api_key_file: '/empty.key' }, 'endpoints[0].api_key_file', /empty\.key is empty/],
    [
      'a huge file',
      { api_key_file: '/huge.key' },
      'endpoints[0].api_key_file',
      /huge\.key is larger than 16384/,
    ],
    [
      'a file of two lines',
      { api_key_file: '/two.key' },
      'endpoints[0].api_key_file',
      /two\.key holds something other/,
    ],
  ])('reference 1.1: %s is a problem that names the place, never a value', (_, key, path, message) => {
    const env = {
      HERMES_KEY: CANARY,
      EMPTY: '',
      BLANK: ' \n',
      SPACED: `${CANARY} ${CANARY}`,
      WIDE: `${CANARY}ä`,
      HUGE: CANARY.repeat(1000),
    };
    const files = {
      '/empty.key': '\n',
      '/huge.key': 'x'.repeat(16_385),
      '/two.key': `${CANARY}\n${CANARY}\n`,
    };
    const result = load(key, files, { env });
    expect(result).toEqual({
      kind: 'bad',
      problems: [{ path, message: expect.stringMatching(message) as string }],
    });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  it.each([
    [0o100640, true],
    [0o644, true],
    [0o100602, true],
    [0o100600, false],
    [0o400, false],
  ])('DESIGN 8 (G10): a key file of mode %o warns: %s', (mode, warns) => {
    const result = load({ api_key_file: '/run/k' }, { '/run/k': CANARY }, { modes: { '/run/k': mode } });
    expect(result).toMatchObject({
      kind: 'ok',
      warnings: warns
        ? [{ path: 'endpoints[0].api_key_file', message: expect.stringContaining('/run/k') as string }]
        : [],
    });
  });

  it('G13: a key file that is no file, or too large by its facts, is not read', () => {
    for (const [mode, size, why] of [
      [0o010600, 0, 'is not a regular file'],
      [0o100600, 16_385, 'is larger than 16384 bytes'],
    ] as const) {
      const source = givenSource({
        a: JSON.stringify({ endpoints: [{ id, base_url, api_key_file: '/k' }] }),
      });
      const read: string[] = [];
      const result = loadConfig({
        ...source,
        readFile: (path, maxBytes) => {
          read.push(path);
          return source.readFile(path, maxBytes);
        },
        stat: (path) => (path === '/k' ? { mode, size } : { mode: 0o100644, size: 10 }),
      });
      expect(read).toEqual(['a']);
      expect(result).toMatchObject({
        problems: [{ message: expect.stringContaining(why) as string }],
      });
    }
  });

  it('hermes 1.1: a key too short for Hermes is a warning', () => {
    const result = load({ api_key_env: 'K' }, {}, { env: { K: 'short' } });
    expect(result).toMatchObject({ kind: 'ok', warnings: [{ path: 'endpoints[0].api_key_env' }] });
    expect(JSON.stringify(result)).not.toContain('"short');
  });

  it('G10: a key that was also pasted as a name in the file is cut out of every text', () => {
    const tree = { endpoints: [{ ...ENDPOINT, [CANARY]: 1, policy: { [CANARY]: 1 } }], [CANARY]: 1 };
    const result = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }));
    expect(result.kind === 'bad' ? result.problems.length : 0).toBe(3);
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });
});
