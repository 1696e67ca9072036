import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from './fixtures/given-source.js';
import { loadConfig, type LoadResult } from './index.js';

const KEYS = [
  'endpoints',
  'policy',
  'ingress',
  'limits',
  'provider',
  'log',
  'bus',
  'logging',
  'redaction',
  'extra_secrets_env',
  'id',
  'base_url',
  'api_key_env',
  'api_key_file',
  'tenant',
  'allow_insecure_http',
  'local_principal',
  'local_tenant',
  'max_append_bytes',
  'kind',
  'max_events',
  'allowed_choices',
  '__proto__',
  'constructor',
  'odd',
];
const NAMES = [
  'POLICY__MAX_EVENTS',
  'POLICY__MODEL',
  'LOGGING__LEVEL',
  'INGRESS__LOCAL_TENANT__ID',
  'ENDPOINTS__0__ID',
];
const SEED = `endpoints:\n  - &e {id: a, base_url: "https://a", api_key_env: HERMES_KEY}\n  - <<: *e\n    id: "b"\npolicy: {max_events: 5}\n`;

const leaf = fc.oneof(
  fc.constant(CANARY),
  fc.constantFrom<unknown>(...Object.values(ENDPOINT), null, true, 0, 1, 7.5, -1, 1e300, '', 'deny'),
  fc.string({ unit: 'binary' }),
  fc.integer(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('tree'), { maxKeys: 6 }),
  ),
}));
const root = fc.record(
  {
    endpoints: fc.oneof(
      fc.array(fc.oneof(tree, fc.record({ ...record(ENDPOINT), policy: tree }, { requiredKeys: [] })), {
        maxLength: 4,
      }),
      tree,
    ),
    policy: tree,
    ingress: tree,
    limits: tree,
    log: tree,
    bus: tree,
    logging: tree,
    redaction: tree,
  },
  { requiredKeys: [] },
);
const slips = fc.array(
  fc.record({
    at: fc.nat(SEED.length),
    cut: fc.nat(3),
    put: fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom('\n', ': ', '- ', '*e', '&e ', '[', '{', '"', '!', '%', '|\n'),
    ),
  }),
  { maxLength: 4 },
);

function record<T extends object>(from: T): { [K in keyof T]: fc.Arbitrary<unknown> } {
  const entries = Object.entries(from).map(([key, value]) => [
    key,
    fc.oneof(fc.constant<unknown>(value), leaf),
  ]);
  return Object.fromEntries(entries) as { [K in keyof T]: fc.Arbitrary<unknown> };
}

const variables = fc.dictionary(
  fc
    .tuple(fc.constantFrom('AIP_HERMES__', 'aip_hermes__'), fc.oneof(fc.constantFrom(...NAMES), fc.string()))
    .map(([prefix, name]) => prefix + name),
  fc.oneof(fc.constantFrom(CANARY, '', 'true', '5', '-0', '1e9', 'debug'), fc.string({ unit: 'binary' })),
  { maxKeys: 5 },
);

function check(result: LoadResult): void {
  if (result.kind === 'none') throw new Error('something was configured');
  const said = result.kind === 'bad' ? result.problems : result.warnings;
  if (result.kind === 'bad') expect(said.length).toBeGreaterThan(0);
  for (const { path, message } of said) {
    expect(path).not.toBe('');
    expect(message).not.toBe('');
    expect(path + message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  }
  expect(JSON.stringify(result)).not.toContain(CANARY);
}

describe('loadConfig on random input', () => {
  it('G13: random text never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' })),
        fc.constantFrom('a', 'a.json', 'a.yaml'),
        (text, file) => {
          check(loadConfig(givenSource({ [file]: text })));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('G13: a good file with slips of the hand never throws', () => {
    fc.assert(
      fc.property(slips, (list) => {
        const text = list.reduce(
          (all, { at, cut, put }) => all.slice(0, at) + put + all.slice(at + cut),
          SEED,
        );
        check(loadConfig(givenSource({ 'a.yaml': text })));
      }),
      { numRuns: 1000 },
    );
  });

  it('G10, G13: random variables never throw, and none of their values is repeated', () => {
    fc.assert(
      fc.property(variables, root, fc.boolean(), (env, value, withFile) => {
        fc.pre(withFile || Object.keys(env).length > 0);
        const source = givenSource(withFile ? { 'a.json': JSON.stringify(value) } : {}, { env });
        const result = loadConfig(source);
        if (result.kind === 'bad') check(result);
        if (result.kind === 'simulator') expect(JSON.stringify(result.origins)).not.toContain(CANARY);
      }),
      { numRuns: 500 },
    );
  });

  it('G10, G13: random trees never throw, and no value of theirs that looks like a key is repeated', () => {
    fc.assert(
      fc.property(root, (value) => {
        check(loadConfig(givenSource({ 'a.json': JSON.stringify(value) })));
      }),
      { numRuns: 1000 },
    );
  });
});
