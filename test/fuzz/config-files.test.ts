import type { Json } from '@aip-hermes/aip';
import { loadConfig, type LoadResult } from '@aip-hermes/config';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { mutatedBytes } from './mutated-bytes.js';
import { mutatedJson } from './mutated-json.js';

const KEY = 'config-canary-key-31';
const YAML = `# two endpoints
endpoints:
  - &first
    id: support
    base_url: https://hermes.example.com
    api_key_env: HERMES_KEY
    tenant: { id: acme, system: null }
    policy: { max_concurrent_runs: 2, timeout_ms: 600000 }
  - <<: *first
    id: sales
    base_url: http://10.0.0.7:8642/p/sales
    allow_insecure_http: true
policy:
  max_events: 500
  system_instructions: |
    Be brief.
ingress: { local_principal: { id: "user:ada", kind: human } }
logging: { level: debug }
`;
const SUPPORT: Json = {
  id: 'support',
  base_url: 'https://hermes.example.com',
  api_key_env: 'HERMES_KEY',
  tenant: { id: 'acme' },
};
const TREE = {
  endpoints: [SUPPORT, { id: 'inline', base_url: `https://user:${KEY}@hermes.example.com`, api_key: KEY }],
  policy: { max_events: 500, timeout_ms: 600_000, model: 'm' },
  ingress: { allow_anonymous: true, local_principal: { id: 'user:ada', kind: 'human' } },
  limits: { max_open_bindings: 10 },
  logging: { level: 'info' },
};

const yaml = mutatedBytes(fc.constant(new TextEncoder().encode(YAML)), 5).map(
  (bytes) => ['a.yaml', textOf(bytes)] as const,
);
/** Where a key stands in the file itself. A name of the file is repeated in a path, so the bytes around a key stay whole. */
const json = mutatedJson(fc.constant(TREE), 4).map((value) => ['a.json', JSON.stringify(value)] as const);
const keyless = mutatedJson(fc.constant({ ...TREE, endpoints: [SUPPORT] }), 2).map((value) =>
  new TextEncoder().encode(JSON.stringify(value)),
);
const damagedJson = mutatedBytes(keyless).map((bytes) => ['a.json', textOf(bytes)] as const);

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function load([file, text]: readonly [string, string]): LoadResult {
  return loadConfig({ file, readFile: () => text, env: { HERMES_KEY: KEY } });
}

it(
  'DESIGN 9.8, G10: any configuration file is usable, or every problem has a path and words, and no key is repeated',
  () => {
    fc.assert(
      fc.property(fc.oneof(yaml, json, damagedJson), (given) => {
        const result = load(given);
        expect(['ok', 'bad']).toContain(result.kind);
        expect(JSON.stringify(result)).not.toContain(KEY);
        if (result.kind !== 'bad') return;
        expect(result.problems.length).toBeGreaterThan(0);
        for (const { path, message } of result.problems) {
          expect(path).not.toBe('');
          expect(message).not.toBe('');
          expect(path + message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        }
      }),
      fuzzParameters(),
    );
  },
  FUZZ_TIMEOUT_MS,
);
