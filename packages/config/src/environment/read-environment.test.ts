import { DEFAULT_POLICY } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from '../fixtures/given-source.js';
import { configKeys, loadConfig, redactedView, simulatorConfig, type LoadResult } from '../index.js';

type Variables = Readonly<Record<string, string>>;

function load(env: Variables, tree: object | null = { endpoints: [ENDPOINT] }): LoadResult {
  const files = tree === null ? {} : { 'a.json': JSON.stringify(tree) };
  return loadConfig(givenSource(files, { env: { HERMES_KEY: CANARY, ...env } }));
}

function problems(env: Variables, tree?: object | null): Readonly<Record<string, string>> {
  const result = load(env, tree);
  if (result.kind !== 'bad') return {};
  return Object.fromEntries(result.problems.map(({ path, message }) => [path, message]));
}

function good(env: Variables, tree?: object | null): Extract<LoadResult, { kind: 'ok' | 'simulator' }> {
  const result = load(env, tree);
  if (result.kind === 'ok' || result.kind === 'simulator') return result;
  throw new Error(JSON.stringify(result));
}

/** A value of the key that is not its default. */
function otherValue(path: string): string {
  const key = configKeys().find((it) => it.path === path);
  switch (key?.kind) {
    case 'whole':
      return String(Number(key.schema['minimum']) + 1);
    case 'flag':
      return String(key.default !== true);
    case 'choice':
      return String((key.schema['enum'] as unknown[]).filter((it) => it !== key.default).at(-1));
    default:
      return 'some-text';
  }
}

const SETTABLE = configKeys().flatMap(({ path, environment }) => (environment === null ? [] : [path]));

describe('AIP_HERMES__ variables', () => {
  it('SPEC 10: every scalar key outside endpoints has one, named after its path', () => {
    expect(SETTABLE).toContain('policy.max_events');
    expect(SETTABLE).toContain('ingress.local_tenant.system');
    const lists = Object.keys(DEFAULT_POLICY).filter((key) =>
      Array.isArray(DEFAULT_POLICY[key as keyof typeof DEFAULT_POLICY]),
    );
    const policy = Object.keys(DEFAULT_POLICY).filter((key) => !lists.includes(key));
    expect(SETTABLE.filter((path) => path.startsWith('policy.')).sort()).toEqual(
      policy.map((key) => `policy.${key}`).sort(),
    );
    for (const { path, environment } of configKeys()) {
      if (environment === null) continue;
      expect(environment).toBe(`AIP_HERMES__${path.toUpperCase().replaceAll('.', '__')}`);
    }
  });

  // Refused when true, and refused without its other half.
  const alone = SETTABLE.filter(
    (path) =>
      path !== 'policy.delegation_enabled' &&
      !path.startsWith('ingress.local_') &&
      path !== 'log.max_append_bytes',
  );
  it.each(alone)(
    'SPEC 10: %s is set by its variable, over the file, in any case, with its origin',
    (path) => {
      const name = `aip_Hermes__${path.replaceAll('.', '__')}`;
      const value = otherValue(path);
      const { config, origins } = good({ [name]: value });
      const view = redactedView(config);
      const [section = '', key = ''] = path.split('.');
      const where = section === 'policy' ? `endpoints[0].${path}` : path;
      const shown = (
        section === 'policy'
          ? (view['endpoints'] as { policy: object }[])[0]?.policy
          : (view[section] as object)
      ) as Record<string, unknown>;
      expect(String(shown[key])).toBe(value);
      expect(origins[where]).toEqual({ kind: 'environment', name });
    },
  );

  it('SPEC 10: the environment is over the file, and an endpoint’s own policy over both', () => {
    const tree = {
      endpoints: [
        { ...ENDPOINT, policy: { max_events: 7 } },
        { ...ENDPOINT, id: 'b' },
      ],
      policy: { max_events: 5, timeout_ms: 5_000, allowed_choices: ['deny'] },
      limits: { max_open_bindings: 5 },
    };
    const { config, origins } = good({ AIP_HERMES__POLICY__MAX_EVENTS: '6' }, tree);
    expect(config.endpoints.map(({ policy }) => policy.max_events)).toEqual([7, 6]);
    expect(config.endpoints[1]?.policy.allowed_choices).toEqual(['deny']);
    expect(origins).toMatchObject({
      'endpoints[0].policy.max_events': { kind: 'file', key: 'endpoints[0].policy.max_events' },
      'endpoints[1].policy.max_events': { kind: 'environment', name: 'AIP_HERMES__POLICY__MAX_EVENTS' },
      'endpoints[1].policy.timeout_ms': { kind: 'file', key: 'policy.timeout_ms' },
      'endpoints[1].policy.allowed_choices': { kind: 'file', key: 'policy.allowed_choices' },
      'endpoints[1].policy.model': { kind: 'default' },
      'endpoints[0].id': { kind: 'file', key: 'endpoints[0].id' },
      'endpoints[0].tenant': { kind: 'default' },
      'endpoints[0].api_key': { kind: 'environment', name: 'HERMES_KEY' },
      'limits.max_open_bindings': { kind: 'file', key: 'limits.max_open_bindings' },
      'bus.partitions': { kind: 'default' },
    });
    expect(JSON.stringify(origins)).not.toContain(CANARY);
    expect(origins['endpoints[0].policy_digest']).toBeUndefined();
    expect(Object.isFrozen(origins)).toBe(true);
  });

  it('SPEC 10: parts of an object are set one by one', () => {
    const env = { AIP_HERMES__INGRESS__LOCAL_TENANT__ID: 't', AIP_HERMES__INGRESS__LOCAL_PRINCIPAL__ID: 'x' };
    const tree = {
      endpoints: [ENDPOINT],
      ingress: { local_tenant: null, local_principal: { id: 'a', kind: 'agent' } },
    };
    expect(good(env, tree).config.ingress).toMatchObject({
      local_tenant: { id: 't', system: null },
      local_principal: { id: 'x', kind: 'agent' },
    });
    expect(Object.keys(problems(env))).toEqual(['ingress.local_principal.kind']);
  });

  it.each([
    ['LOCAL_PRINCIPAL__ID', 'LOCAL_PRINCIPAL__KIND'],
    ['LOCAL_PRINCIPAL__KIND', 'LOCAL_PRINCIPAL__ID'],
    ['LOCAL_TENANT__SYSTEM', 'LOCAL_TENANT__ID'],
  ])('SPEC 10: of a pair with %s alone, the other variable is named', (given, missing) => {
    const said = Object.values(problems({ [`AIP_HERMES__INGRESS__${given}`]: 'human' })).join();
    expect(said).toMatch(new RegExp(`is missing beside .*AIP_HERMES__INGRESS__${missing}\\)`));
  });

  it.each([
    ['AIP_HERMES__POLICY__MAX_EVNTS', /did you mean AIP_HERMES__POLICY__MAX_EVENTS\?/],
    ['AIP_HERMES__POLICY_MAX_EVENTS', /did you mean AIP_HERMES__POLICY__MAX_EVENTS\?/],
    ['aip_hermes__max_events', /did you mean AIP_HERMES__POLICY__MAX_EVENTS\?/],
    ['AIP_HERMES__SURPRISE', /is not the name of a key; unset it/],
    ['AIP_HERMES__', /is not the name of a key; unset it/],
    ['AIP_HERMES__POLICY', /names a part of the configuration/],
    ['AIP_HERMES__INGRESS__LOCAL_TENANT', /names a part of the configuration/],
    ['AIP_HERMES__ENDPOINTS', /names endpoints, a list/],
    ['AIP_HERMES__ENDPOINTS__0__BASE_URL', /names endpoints, a list/],
    ['AIP_HERMES__POLICY__ALLOWED_CHOICES', /names policy\.allowed_choices, a list/],
    ['AIP_HERMES__REDACTION__EXTRA_SECRETS_ENV', /names redaction\.extra_secrets_env, a list/],
  ])('SPEC 10: %s is an unknown name and says what to do, with a file and without', (name, message) => {
    for (const tree of [undefined, null]) {
      expect(problems({ [name]: CANARY }, tree)).toEqual({
        [name]: expect.stringMatching(message) as string,
      });
    }
  });

  it.each([
    ['POLICY__MAX_EVENTS', '0', 'must be a whole number from 1 to 100000 (it sets policy.max_events)'],
    ['POLICY__MAX_EVENTS', '1e3', 'must be a whole number from 1 to 100000 (it sets policy.max_events)'],
    ['BUS__PARTITIONS', ' 4', 'must be a whole number from 1 to 1024 (it sets bus.partitions)'],
    ['BUS__PARTITIONS', '9999', 'must be a whole number from 1 to 1024 (it sets bus.partitions)'],
    [
      'POLICY__REQUIRE_PROMPT_REFERENCE',
      'yes',
      'must be true or false (it sets policy.require_prompt_reference)',
    ],
    ['POLICY__MODEL', '', 'is empty; give it a value or unset it (it sets policy.model)'],
    ['LOGGING__LEVEL', CANARY, 'must be one of debug, info, warn, error, silent (it sets logging.level)'],
    ['POLICY__PUBLISH_CHUNKS', CANARY, 'must be "streaming" or "always" (it sets policy.publish_chunks)'],
  ])(
    'SPEC 10, G10: %s=%s is told under the name of the variable, without the value',
    (name, value, message) => {
      for (const tree of [undefined, null]) {
        expect(problems({ [`AIP_HERMES__${name}`]: value }, tree)).toEqual({
          [`AIP_HERMES__${name}`]: message,
        });
      }
    },
  );

  it('SPEC 10: a key set twice, in two spellings, is a problem', () => {
    const found = problems({ AIP_HERMES__BUS__PARTITIONS: '4', aip_hermes__bus__partitions: '4' });
    expect(found).toEqual({
      aip_hermes__bus__partitions: expect.stringMatching(
        /AIP_HERMES__BUS__PARTITIONS too; keep one/,
      ) as string,
    });
  });

  it('SPEC 10: a variable does not hide that its section in the file is none', () => {
    const env = { AIP_HERMES__BUS__PARTITIONS: '4' };
    expect(Object.keys(problems(env, { endpoints: [ENDPOINT], bus: 'x' }))).toEqual(['bus']);
  });

  it('DESIGN 3 (Sizes): what does not fit into the log is told of the variable that said it', () => {
    const env = { AIP_HERMES__POLICY__MAX_OUTPUT_BYTES: '2000000' };
    for (const tree of [undefined, null]) {
      expect(Object.keys(problems(env, tree))).toEqual(['AIP_HERMES__POLICY__MAX_OUTPUT_BYTES']);
    }
  });

  it('issue item 3: variables without a file give the simulator with their values', () => {
    const env = { AIP_HERMES__POLICY__MAX_EVENTS: '9', AIP_HERMES__LOGGING__LEVEL: 'debug' };
    const { kind, config, origins } = good(env, null);
    expect(kind).toBe('simulator');
    expect(config.logging.level).toBe('debug');
    expect(config.endpoints).toMatchObject([{ id: 'simulator', policy: { max_events: 9 } }]);
    expect(origins['endpoints[0].policy.max_events']).toEqual({
      kind: 'environment',
      name: 'AIP_HERMES__POLICY__MAX_EVENTS',
    });
    expect(origins['endpoints[0].api_key']).toEqual({ kind: 'default' });
    const started = simulatorConfig('http://127.0.0.1:4711', CANARY, env);
    expect(started).toMatchObject({
      logging: { level: 'debug' },
      endpoints: [{ policy: { max_events: 9 } }],
    });
    expect(() => simulatorConfig('http://127.0.0.1:4711', CANARY, { AIP_HERMES__X: CANARY })).toThrow(
      /^The environment cannot be used: AIP_HERMES__X\.$/,
    );
  });

  it('issue item 3: other variables alone configure nothing', () => {
    expect(load({ AIP_HERMES_X: '1', PATH: 'x' }, null)).toEqual({ kind: 'none' });
  });
});
