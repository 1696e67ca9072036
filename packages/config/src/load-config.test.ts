import { DEFAULT_POLICY, policyDigest } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from './fixtures/given-source.js';
import { loadConfig, type Config, type ConfigProblem } from './index.js';

const YAML = `
# two endpoints, one policy
endpoints:
  - id: " Hermes-A "
    base_url: HTTPS://Hermes.Example.com:443/
    api_key_env: HERMES_KEY
    tenant: tenant-7
    policy:
      timeout_ms: 60000
      allowed_choices: [deny]
  - id: local
    base_url: http://127.0.0.1:8642/p/support
    api_key_env: HERMES_KEY
policy:
  max_events: 100
  timeout_ms: 120000
ingress:
  local_tenant: { id: tenant-7 }
logging:
limits: { max_open_bindings: 10 }
`;

function loaded(tree: unknown, more?: Parameters<typeof givenSource>[1]): Config {
  const result = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }, more));
  if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
  return result.config;
}

function problems(tree: unknown): readonly ConfigProblem[] {
  const text = typeof tree === 'string' ? tree : JSON.stringify(tree);
  const result = loadConfig(givenSource({ config: text }));
  return result.kind === 'bad' ? result.problems : [];
}

describe('loadConfig', () => {
  it('issue item 3: no file named means nothing configured', () => {
    expect(loadConfig(givenSource({}))).toEqual({ kind: 'none' });
  });

  it('SPEC 10, C1: reads YAML, normalises ids and base URLs, lays endpoint policies over the shared one', () => {
    const result = loadConfig(givenSource({ 'hermes.yaml': YAML }));
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    const { endpoints, ...rest } = result.config;
    const first = {
      ...DEFAULT_POLICY,
      max_events: 100,
      timeout_ms: 60_000,
      allowed_choices: ['deny'] as const,
    };
    const second = { ...DEFAULT_POLICY, max_events: 100, timeout_ms: 120_000 };
    expect(endpoints.map(({ apiKey, ...it }) => ({ ...it, key: apiKey.reveal() }))).toEqual([
      {
        id: 'hermes-a',
        baseUrl: 'https://hermes.example.com',
        key: CANARY,
        apiKeyOrigin: { kind: 'environment', name: 'HERMES_KEY' },
        allowInsecureHttp: false,
        tenant: 'tenant-7',
        policy: first,
        policyDigest: policyDigest(first),
      },
      {
        id: 'local',
        baseUrl: 'http://127.0.0.1:8642/p/support',
        key: CANARY,
        apiKeyOrigin: { kind: 'environment', name: 'HERMES_KEY' },
        allowInsecureHttp: false,
        tenant: null,
        policy: second,
        policyDigest: policyDigest(second),
      },
    ]);
    expect(rest).toEqual({
      ingress: {
        allow_anonymous: true,
        local_principal: { id: 'human:local_operator', kind: 'human' },
        local_tenant: { id: 'tenant-7', system: null },
        max_command_bytes: 4_194_304,
      },
      limits: { max_open_bindings: 10 },
      provider: { connect_timeout_ms: 10_000, headers_timeout_ms: 30_000 },
      log: { max_append_bytes: 1_032_192 },
      bus: { partitions: 4, published_retention_ms: 0 },
      redaction: { extra_secrets_env: [], extra_secrets: [] },
      logging: { level: 'info' },
    });
    expect(result.warnings).toEqual([]);
  });

  it.each([['hermes.json'], ['hermes.conf'], ['hermes']])('issue item 3: reads JSON from %s', (file) => {
    const result = loadConfig(givenSource({ [file]: `\uFEFF ${JSON.stringify({ endpoints: [ENDPOINT] })}` }));
    expect(result).toMatchObject({
      kind: 'ok',
      config: { endpoints: [{ id: 'hermes-a', policy: DEFAULT_POLICY }] },
    });
  });

  it('SPEC 10: every problem of every kind is reported at once, each with its path', () => {
    const tree = {
      endpoints: [
        {
          ...ENDPOINT,
          base_url: 'ftp://x',
          api_key_file: 'both.key',
          policy: { max_events: 0, modell: 'x' },
        },
        { id: 'Hermes-A', base_url: 'http://10.0.0.1', api_key_env: 'NOT_SET', tennant: 'x' },
        'text',
        { id: 'a b', policy: 7 },
      ],
      policy: { delegation_enabled: true },
      limits: { max_open_bindings: 0 },
      logging: { level: 'loud' },
      lmits: {},
      __proto: 1,
    };
    const found = problems(tree);
    expect(found.map(({ path }) => path).sort()).toEqual([
      '__proto',
      'endpoints[0]',
      'endpoints[0].base_url',
      'endpoints[0].policy.max_events',
      'endpoints[0].policy.modell',
      'endpoints[1].api_key_env',
      'endpoints[1].base_url',
      'endpoints[1].id',
      'endpoints[1].tennant',
      'endpoints[2]',
      'endpoints[3]',
      'endpoints[3].base_url',
      'endpoints[3].id',
      'endpoints[3].policy',
      'limits.max_open_bindings',
      'lmits',
      'logging.level',
      'policy.delegation_enabled',
    ]);
    expect(found).toContainEqual({ path: 'lmits', message: 'is not a key here; did you mean limits?' });
    expect(found).toContainEqual({
      path: 'endpoints[1].tennant',
      message: 'is not a key here; did you mean tenant?',
    });
  });

  it.each<[string, unknown, string, RegExp]>([
    ['no endpoints key', {}, 'endpoints', /at least one endpoint/],
    ['an empty file', '', 'endpoints', /at least one endpoint/],
    ['only a comment', '# later', 'endpoints', /at least one endpoint/],
    ['an empty list', { endpoints: [] }, 'endpoints', /at least one endpoint/],
    ['a name with nothing below', 'endpoints:\n', 'endpoints', /at least one endpoint/],
    ['endpoints as an object', { endpoints: {} }, 'endpoints', /a list/],
    [
      'too many endpoints',
      { endpoints: Array.from({ length: 1001 }, () => ENDPOINT) },
      'endpoints',
      /at most 1000/,
    ],
    ['a list as the file', '[]', '(file)', /must hold an object/],
    ['a text as the file', 'hello', '(file)', /must hold an object/],
    ['a section that is a text', { endpoints: [ENDPOINT], ingress: 'x' }, 'ingress', /an object/],
    [
      'a bad principal',
      { endpoints: [ENDPOINT], ingress: { local_principal: { id: '' } } },
      'ingress.local_principal.kind',
      /one of human/,
    ],
    [
      'a tenant with spaces',
      { endpoints: [{ ...ENDPOINT, tenant: ' x' }] },
      'endpoints[0].tenant',
      /without spaces at its ends/,
    ],
    ['an id with a colon', { endpoints: [{ ...ENDPOINT, id: 'a:b' }] }, 'endpoints[0].id', /letters, digits/],
    [
      'an id of 129 characters',
      { endpoints: [{ ...ENDPOINT, id: 'a'.repeat(129) }] },
      'endpoints[0].id',
      /1 to 128/,
    ],
    [
      'yes instead of true',
      'endpoints: []\ningress: {allow_anonymous: yes}',
      'ingress.allow_anonymous',
      /true or false/,
    ],
    [
      'an unknown key deep down',
      { endpoints: [ENDPOINT], ingress: { local_tenant: { id: 'x', sytem: 'y' } } },
      'ingress.local_tenant.sytem',
      /did you mean system/,
    ],
    [
      'a policy key in camel case',
      { endpoints: [{ ...ENDPOINT, baseUrl: 'x' }] },
      'endpoints[0].baseUrl',
      /did you mean base_url/,
    ],
    [
      'a key like no other',
      { endpoints: [ENDPOINT], surprise: 1 },
      'surprise',
      /known: endpoints, policy, ingress/,
    ],
    [
      'the API key in the file',
      { endpoints: [{ ...ENDPOINT, api_key: CANARY }] },
      'endpoints[0].api_key',
      /api_key_env or api_key_file/,
    ],
    ['a broken line in a key', { endpoints: [ENDPOINT], 'a\nb': 1 }, '["a\\nb"]', /not a key/],
  ])('SPEC 10: %s is a problem with its path and advice', (_, tree, path, message) => {
    expect(problems(tree)).toContainEqual({ path, message: expect.stringMatching(message) as string });
  });

  it.each([
    ['limits', 'max_open_bindings', 1, 1_000_000],
    ['ingress', 'max_command_bytes', 1_024, 4_194_304],
    ['provider', 'connect_timeout_ms', 100, 120_000],
    ['provider', 'headers_timeout_ms', 100, 300_000],
    ['bus', 'partitions', 1, 1_024],
    ['bus', 'published_retention_ms', 0, 315_360_000_000],
  ])('SPEC 10: %s.%s is a whole number from %i to %i', (section, key, min, max) => {
    for (const good of [min, max])
      expect(problems({ endpoints: [ENDPOINT], [section]: { [key]: good } })).toEqual([]);
    for (const bad of [min - 1, max + 1, min + 0.5, String(min), null, true]) {
      expect(problems({ endpoints: [ENDPOINT], [section]: { [key]: bad } })).toEqual([
        { path: `${section}.${key}`, message: `must be a whole number from ${min} to ${max}` },
      ]);
    }
  });

  it('C1: ids that differ only in case and spaces are duplicates', () => {
    const found = problems({
      endpoints: [ENDPOINT, { ...ENDPOINT, id: ' HERMES-A' }, { ...ENDPOINT, id: 'b' }],
    });
    expect(found.map(({ path }) => path)).toEqual(['endpoints[1].id']);
    expect(found[0]?.message).toContain('endpoints[0].id');
  });

  it('DESIGN 3 (Sizes): policies must fit into the log, and the path is where the value stands', () => {
    const endpoints = [ENDPOINT, { ...ENDPOINT, id: 'b', policy: { max_output_bytes: 300_000 } }];
    const found = problems({
      endpoints,
      log: { max_append_bytes: 400_000 },
      policy: { max_event_data_bytes: 280_000 },
    });
    expect(found.map(({ path }) => path)).toEqual([
      'policy.max_event_data_bytes',
      'endpoints[1].policy.max_output_bytes',
    ]);
    expect(problems({ endpoints, log: { max_append_bytes: 1 } }).map(({ path }) => path)).toEqual([
      'log.max_append_bytes',
    ]);
  });

  it('SPEC 10: a name with nothing below it, in YAML, leaves the defaults and the shared policy', () => {
    const tree = { endpoints: [{ ...ENDPOINT, policy: null }], policy: { max_events: 7 }, bus: null };
    expect(loaded(tree).endpoints[0]?.policy.max_events).toBe(7);
    expect(
      loaded({ endpoints: [{ ...ENDPOINT, policy: { max_events: 8 } }], policy: null }).endpoints[0]?.policy
        .max_events,
    ).toBe(8);
  });

  it('SPEC 10: a wrong shared policy is reported once, not again for every endpoint', () => {
    const endpoints = [ENDPOINT, { ...ENDPOINT, id: 'b', policy: { max_events: 5 } }];
    expect(problems({ endpoints, policy: { max_events: 0 } }).map(({ path }) => path)).toEqual([
      'policy.max_events',
    ]);
  });

  it('SPEC 10: the result is frozen through and through', () => {
    const seen: unknown[] = [loaded({ endpoints: [ENDPOINT] })];
    for (let next = seen.pop(); next !== undefined; next = seen.pop()) {
      if (typeof next !== 'object' || next === null) continue;
      expect(Object.isFrozen(next)).toBe(true);
      for (const member of Object.values(next) as unknown[]) seen.push(member);
    }
    expect(loaded({ endpoints: [ENDPOINT] }).endpoints[0]?.policy).toEqual(DEFAULT_POLICY);
  });

  it('prototype keys in JSON and YAML are unknown keys and reach no prototype', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const entries = names.map((name) => `"${name}": {"polluted": true}`).join(', ');
    for (const file of ['a.json', 'a.yaml']) {
      const endpoint = `{"id": "a", "base_url": "https://a", "api_key_env": "HERMES_KEY", "policy": {${entries}}, ${entries}}`;
      const result = loadConfig(givenSource({ [file]: `{"endpoints": [${endpoint}], ${entries}}` }));
      const paths = result.kind === 'bad' ? result.problems.map(({ path }) => path) : [];
      const places = ['', 'endpoints[0].', 'endpoints[0].policy.'];
      expect(paths.sort()).toEqual(places.flatMap((place) => names.map((name) => place + name)).sort());
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('prototype names as variable or sole section give no value by inheritance', () => {
    expect(problems({ endpoints: [{ ...ENDPOINT, api_key_env: 'constructor' }] })[0]?.path).toBe(
      'endpoints[0].api_key_env',
    );
  });
});
