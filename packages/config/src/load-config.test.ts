import { describe, expect, it } from 'vitest';
import { loadConfig } from './index.js';

describe('loadConfig', () => {
  it('issue item 3: a good YAML file', () => {
    const text =
      'endpoints:\n  - id: " Hermes-A "\n    base_url: http://127.0.0.1:8642/\n    api_key_env: KEY\n';
    const r = loadConfig({ file: 'a.yaml', readFile: () => text, env: { KEY: 'canary-key-0815' } });
    expect(r).toMatchObject({
      kind: 'ok',
      config: { endpoints: [{ id: 'hermes-a', baseUrl: 'http://127.0.0.1:8642' }] },
    });
  });
});
