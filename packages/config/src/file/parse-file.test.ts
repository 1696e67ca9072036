import { describe, expect, it } from 'vitest';
import { CANARY, givenSource } from '../fixtures/given-source.js';
import { loadConfig } from '../load-config.js';
import type { ConfigProblem } from '../config.js';

const GOOD = 'endpoints: [{id: a, base_url: "https://a", api_key_env: HERMES_KEY}]';

function problems(text: string, file = 'a.yaml'): readonly ConfigProblem[] {
  const result = loadConfig(givenSource({ [file]: text }));
  return result.kind === 'bad' ? result.problems : [];
}

function levels(count: number): string {
  return `${'[&x '.repeat(count)}${']'.repeat(count)}`;
}

/** The well-known bomb: every level names the one before nine times. */
function laughs(depth: number): string {
  const lines = ['a0: &a0 lol'];
  for (let at = 1; at <= depth; at += 1) lines.push(`a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`);
  return lines.join('\n');
}

describe('configuration files', () => {
  it.each<[string, string, string, RegExp]>([
    ['a tab', 'endpoints:\n\t- id: a', '(file)', /^line 2, column \d+: a tab/],
    ['an open quote', `a: "${CANARY}`, '(file)', /^line 1, column \d+: a quote, bracket/],
    ['an open bracket', `a: [${CANARY}`, '(file)', /^line 1, column \d+: .*bracket/],
    ['bad indentation', `a:\n    b: 1\n  c: ${CANARY}`, '(file)', /^line 3, column \d+: /],
    ['a reserved character', `a: @${CANARY}`, '(file)', /^line 1, column 4: a text starts/],
    ['a tag', `a: !${CANARY} x`, '(file)', /tags/],
    ['a known tag of YAML 1.1', `a: !!binary ${CANARY}`, '(file)', /tags/],
    ['YAML 1.1', `%YAML 1.1\n---\n${GOOD}`, '(file)', /YAML 1\.2/],
    ['YAML of the future', `%YAML 9.9\n---\n${GOOD}`, '(file)', /line 1/],
    ['two documents', `${GOOD}\n---\n${GOOD}`, '(file)', /more than one document/],
    ['a key that is a list', `? [${CANARY}]\n: 1`, '(file)', /must be a text/],
    ['an unknown alias', `a: *${CANARY}`, 'a', /alias names no anchor/],
    ['an alias of itself', 'a: &a [*a]', '(file)', /nested/],
    ['a duplicate key', `${GOOD}\nlog: {}\nlog: {}`, 'log', /^line 3, column 1: the key stands twice/],
    ['a duplicate key in flow', 'endpoints: [{id: a, id: b}]', 'endpoints[0].id', /stands twice/],
    ['a NUL', 'a: \0', '(file)', /UTF-8/],
    ['broken UTF-8', 'a: \uFFFD', '(file)', /UTF-8/],
  ])('SPEC 10: YAML with %s is a problem that quotes nothing', (_, text, path, message) => {
    const found = problems(text);
    expect(found).toContainEqual({ path, message: expect.stringMatching(message) as string });
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it.each<[string, string, string, RegExp]>([
    ['a missing comma', `{"a": "${CANARY}" "b": 1}`, '(file)', /not valid JSON/],
    ['a bare word', `{"endpoints": [{"id": ${CANARY}}]}`, 'endpoints[0].id', /not valid JSON/],
    ['YAML inside', GOOD, '(file)', /not valid JSON/],
    ['a duplicate key', `{"endpoints": [{"id": "a", "id": "${CANARY}"}]}`, 'endpoints[0].id', /stands twice/],
    [
      'a number beyond all',
      '{"limits": {"max_open_bindings": 1e999}}',
      'limits.max_open_bindings',
      /too large/,
    ],
    ['too deep nesting', `{"a": ${levels(40).replaceAll('&x ', '')}}`, '(file)', /not|deep/],
  ])('SPEC 10: JSON with %s is a problem that quotes nothing', (_, text, path, message) => {
    const found = problems(text, 'a.json');
    expect(found).toHaveLength(1);
    if (path !== '(file)') expect(found[0]?.path).toBe(path);
    expect(found[0]?.message).toMatch(message);
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it.each([
    ['{"a": 1,\n  "b": 2,\n}', 'line 3, column 1: '],
    ['{"a": 1 "b": 2}', 'line 1, column 9: '],
    ['{"a": [1,\r\n 2', 'line 2, column 3: '],
    ['{"a": 1,\n "a": 2}', 'line 2, column 5: '],
  ])('SPEC 10: a fault in JSON %# has a line and a column', (text, place) => {
    expect(problems(text, 'a.json')[0]?.message.startsWith(place)).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    ['a file beyond 1 MiB', `#${'x'.repeat(1_048_576)}`, /larger than 1048576 bytes/],
    ['an alias bomb', laughs(9), /more than 50000 values/],
    ['a deep flow map', '{a: '.repeat(200_000), /more than 32 levels/],
    ['a deep list', '- '.repeat(500_000), /more than 32 levels/],
    ['a deep list in brackets', levels(100_000), /more than 32 levels/],
    ['a million commas', `[${','.repeat(1_000_000)}`, /too many parts/],
    ['a million keys', 'a:\n'.repeat(349_000), /too many parts/],
  ])('G13: %s is refused within bounds', (_, text, message) => {
    expect(problems(text)).toEqual([{ path: '(file)', message: expect.stringMatching(message) as string }]);
  });

  it('issue item 3: anchors and aliases share a policy; an alias means the last anchor before it', () => {
    const text = `
endpoints:
  - {id: &n a, base_url: &u "https://a", api_key_env: &k HERMES_KEY, policy: &p {max_events: 5}}
  - {id: &n b, base_url: *u, api_key_env: *k, policy: *p}
ingress: {local_principal: {id: *n, kind: human}}
`;
    expect(loadConfig(givenSource({ a: text }))).toMatchObject({
      kind: 'ok',
      config: {
        endpoints: [
          { id: 'a', policy: { max_events: 5 } },
          { id: 'b', baseUrl: 'https://a', policy: { max_events: 5 } },
        ],
        ingress: { local_principal: { id: 'b' } },
      },
    });
  });

  it('issue item 3: writing out an alias moves no anchor that stands inside it', () => {
    const text = `
policy: &p {model: &n one}
endpoints: [{id: &n two, base_url: "https://a", api_key_env: HERMES_KEY, policy: *p}]
ingress: {local_principal: {id: *n, kind: human}}
`;
    expect(loadConfig(givenSource({ a: text }))).toMatchObject({
      config: { endpoints: [{ policy: { model: 'one' } }], ingress: { local_principal: { id: 'two' } } },
    });
  });

  it('SPEC 10: a configuration file that cannot be read is a problem that names it', () => {
    for (const [code, why] of [
      ['ENOENT', 'does not exist'],
      ['EACCES', 'may not be read by this user'],
      ['EISDIR', 'is a directory'],
      ['EIO', 'cannot be read (EIO)'],
      [undefined, 'cannot be read'],
    ]) {
      const readFile = (): string => {
        throw Object.assign(new Error(CANARY), { code });
      };
      const result = loadConfig({ file: '/etc/none.yaml', readFile, env: {} });
      expect(result).toEqual({
        kind: 'bad',
        problems: [{ path: '(file)', message: `the configuration file /etc/none.yaml ${why}` }],
      });
    }
  });

  it('SPEC 10: problems are bounded, and the last says how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`odd_${at}`, 1]));
    const found = problems(JSON.stringify(many), 'a.json');
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toEqual({ path: '(file)', message: 'has 151 more problems; mend these first' });
  });
});
