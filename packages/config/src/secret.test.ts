import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from './fixtures/given-source.js';
import { loadConfig, redactedView, Secret, secretsOf, simulatorConfig } from './index.js';

const BASE = 'http://127.0.0.1:4711';

describe('secrets of a configuration', () => {
  it('G10: no way of printing, serialising or copying a configuration shows a key', () => {
    const config = simulatorConfig(BASE, CANARY);
    const [endpoint] = config.endpoints;
    const shown = [
      JSON.stringify(config),
      inspect(config, { depth: 10, showHidden: true, getters: true }),
      inspect(config, { depth: 10, customInspect: false }),
      format('%s %o %O %j', config, config, config, config),
      String(endpoint?.apiKey),
      JSON.stringify(Object.entries(endpoint?.apiKey ?? {})),
      JSON.stringify(structuredClone(endpoint?.apiKey)),
      JSON.stringify(redactedView(config)),
    ];
    for (const text of shown) expect(text).not.toContain(CANARY);
    expect(JSON.stringify(config)).toContain('[redacted]');
    expect(endpoint?.apiKey.reveal()).toBe(CANARY);
  });

  it('G10: secretsOf names each key once', () => {
    const tree = {
      endpoints: [ENDPOINT, { ...ENDPOINT, id: 'b' }, { ...ENDPOINT, id: 'c', api_key_env: 'OTHER' }],
    };
    const env = { HERMES_KEY: CANARY, OTHER: 'other-canary' };
    const result = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }, { env }));
    expect(result.kind === 'ok' ? secretsOf(result.config) : []).toEqual([CANARY, 'other-canary']);
  });

  it('issue item 3: the simulator configuration has the endpoint simulator and defaults', () => {
    const config = simulatorConfig(`${BASE}/`, CANARY);
    const tree = { endpoints: [{ ...ENDPOINT, id: 'simulator', base_url: BASE }] };
    const same = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }));
    if (same.kind !== 'ok') throw new Error(JSON.stringify(same));
    const view = {
      ...same.config,
      endpoints: [{ ...same.config.endpoints[0], apiKeyOrigin: { kind: 'given' } }],
    };
    expect(JSON.parse(JSON.stringify(config))).toEqual(JSON.parse(JSON.stringify(view)));
    expect(Object.isFrozen(config.endpoints)).toBe(true);
    expect(() => simulatorConfig(`http://u:${CANARY}@x`, 'k')).toThrow(
      /^The simulator's base URL must hold no user/,
    );
  });

  it('SPEC 10: the redacted view has the effective values under the names of the file', () => {
    const tree = { endpoints: [{ ...ENDPOINT, policy: { max_events: 9 } }] };
    const result = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }));
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    expect(redactedView(result.config)).toMatchObject({
      endpoints: [
        {
          id: 'hermes-a',
          base_url: 'https://hermes.example.com',
          api_key: '[redacted]',
          api_key_env: 'HERMES_KEY',
          allow_insecure_http: false,
          tenant: null,
          policy: { max_events: 9, timeout_ms: 900_000 },
        },
      ],
      ingress: { allow_anonymous: true },
      logging: { level: 'info' },
    });
  });

  it('G10: a Secret holds nothing that can be listed', () => {
    expect(Reflect.ownKeys(new Secret(CANARY))).toEqual([]);
  });
});
