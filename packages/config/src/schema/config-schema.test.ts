import { DEFAULT_POLICY } from '@aip-hermes/binding';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ENDPOINT, givenSource } from '../fixtures/given-source.js';
import { configKeys, configSchema, loadConfig } from '../index.js';

const SCHEMA = configSchema();
const matches = new Ajv2020({ allowUnionTypes: true }).compile(SCHEMA);

function loads(tree: unknown): boolean {
  return loadConfig(givenSource({ 'a.json': JSON.stringify(tree) })).kind === 'ok';
}

/** A tree with one key set, beside what every tree needs. */
function treeWith(path: string, value: unknown): unknown {
  const [section = '', ...rest] = path.split('.');
  if (section === 'endpoints[]') return { endpoints: [{ ...ENDPOINT, [rest.join('.')]: value }] };
  const nested = rest.reduceRight<unknown>((below, key) => ({ [key]: below }), value);
  return { endpoints: [ENDPOINT], [section]: nested };
}

const WHOLE = configKeys().filter(({ kind }) => kind === 'whole');
const NESTED_ALONE = [
  'ingress.local_principal.id',
  'ingress.local_principal.kind',
  'ingress.local_tenant.system',
];

describe('the JSON Schema of the configuration', () => {
  it('SPEC 10: is a draft 2020-12 schema that compiles, closed at every level, with a meaning for every key', () => {
    expect(SCHEMA['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    for (const { path, meaning } of configKeys()) expect(meaning, path).toMatch(/^[A-Zh`].+\.$/);
    const open = (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      (('properties' in value && !('additionalProperties' in value)) || Object.values(value).some(open));
    expect(open(SCHEMA)).toBe(false);
  });

  it('SPEC 10: it has every key of the loaded tree, with the default the loader fills in', () => {
    const result = loadConfig(givenSource({ 'a.json': JSON.stringify({ endpoints: [ENDPOINT] }) }));
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    const { endpoints, redaction, ...sections } = result.config;
    const tree: Readonly<Record<string, object>> = {
      ...sections,
      policy: DEFAULT_POLICY,
      redaction: { extra_secrets_env: redaction.extra_secrets_env },
    };
    expect(endpoints).toHaveLength(1);
    const found = Object.fromEntries(
      Object.entries(tree).flatMap(([section, values]) => leaves(values, section)),
    );
    const keys = configKeys().filter(
      ({ path }) => !path.startsWith('endpoints') && !path.startsWith('ingress.local_tenant'),
    );
    expect(Object.fromEntries(keys.map((key) => [key.path, key.default]))).toEqual(
      Object.fromEntries(Object.entries(found).filter(([path]) => path !== 'ingress.local_tenant')),
    );
  });

  it.each(WHOLE.map(({ path, schema }) => [path, Number(schema['minimum']), Number(schema['maximum'])]))(
    'SPEC 10: schema and loader agree that %s is a whole number from %i to %i',
    (path, min, max) => {
      for (const value of [min, max, min - 1, max + 1, min + 0.5, String(min), true]) {
        const tree = treeWith(path, value) as Record<string, unknown>;
        // Room for every size of a policy, so that the bound itself decides.
        if (path.startsWith('policy.')) tree['log'] = { max_append_bytes: 16_777_216 };
        const allowed = value === min || value === max;
        expect(matches(tree), String(value)).toBe(allowed);
        // The default policy does not fit into the smallest log.
        if (path !== 'log.max_append_bytes' || value !== min)
          expect(loads(tree), String(value)).toBe(allowed);
      }
    },
  );

  it('SPEC 10: schema and loader agree that every other key takes its default and no object', () => {
    for (const { path, default: initial } of configKeys()) {
      if (NESTED_ALONE.includes(path)) continue;
      for (const value of [initial, { odd: 1 }]) {
        if (value === undefined) continue;
        const tree = treeWith(path, value);
        expect([path, value, matches(tree)]).toEqual([path, value, loads(tree)]);
      }
    }
  });

  it.each<[string, unknown]>([
    ['one endpoint', { endpoints: [ENDPOINT] }],
    ['sections with nothing below', { endpoints: [ENDPOINT], policy: null, bus: null, redaction: null }],
    ['a profile', { endpoints: [{ ...ENDPOINT, base_url: 'HTTPS://h.example:8642/p/support/' }] }],
    ['an own policy', { endpoints: [{ ...ENDPOINT, policy: { allowed_choices: ['deny'], model: 'm' } }] }],
    [
      'a tenant',
      { endpoints: [{ ...ENDPOINT, tenant: 'tenant-7' }], ingress: { local_tenant: { id: 'ü 7' } } },
    ],
    ['a principal', { endpoints: [ENDPOINT], ingress: { local_principal: { id: 'a', kind: 'agent' } } }],
  ])('SPEC 10: a file with %s is good for schema and loader', (_, tree) => {
    expect(loads(tree)).toBe(true);
    expect(matches(tree), JSON.stringify(matches.errors)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no endpoint', { endpoints: [] }],
    ['an unknown section', { endpoints: [ENDPOINT], lmits: {} }],
    ['an unknown policy key', { endpoints: [ENDPOINT], policy: { max_evnts: 1 } }],
    ['an unknown own policy key', { endpoints: [{ ...ENDPOINT, policy: { max_evnts: 1 } }] }],
    ['two keys', { endpoints: [{ ...ENDPOINT, api_key_file: 'x.key' }] }],
    ['no key', { endpoints: [{ id: 'a', base_url: 'https://a' }] }],
    ['a path', { endpoints: [{ ...ENDPOINT, base_url: 'https://a/v1' }] }],
    ['a password in a URL', { endpoints: [{ ...ENDPOINT, base_url: 'https://u:p@a' }] }],
    ['another protocol', { endpoints: [{ ...ENDPOINT, base_url: 'ftp://a' }] }],
    ['an odd id', { endpoints: [{ ...ENDPOINT, id: 'a:b' }] }],
    ['a tenant with spaces', { endpoints: [{ ...ENDPOINT, tenant: ' x' }] }],
    ['choices without deny', { endpoints: [ENDPOINT], policy: { allowed_choices: ['once'] } }],
    ['a choice twice', { endpoints: [ENDPOINT], policy: { allowed_choices: ['deny', 'deny'] } }],
    ['delegation', { endpoints: [ENDPOINT], policy: { delegation_enabled: true } }],
    ['blank instructions', { endpoints: [ENDPOINT], policy: { system_instructions: ' ' } }],
    ['a blank prefix', { endpoints: [ENDPOINT], policy: { allowed_scope_prefixes: [''] } }],
    ['half a principal', { endpoints: [ENDPOINT], ingress: { local_principal: { id: 'a' } } }],
    ['a loud level', { endpoints: [ENDPOINT], logging: { level: 'loud' } }],
    ['a secret for a name', { endpoints: [ENDPOINT], redaction: { extra_secrets_env: ['a b'] } }],
  ])('SPEC 10: a file with %s is refused by schema and loader', (_, tree) => {
    expect(loads(tree)).toBe(false);
    expect(matches(tree)).toBe(false);
  });
});

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, `${path}.${key}`));
}
