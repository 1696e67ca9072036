import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CANARY, givenSource } from './fixtures/given-source.js';
import { loadConfig } from './load-config.js';

const README = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

describe('README', () => {
  it('issue item 3: its example is a good configuration', () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
    const result = loadConfig(givenSource({ 'a.yaml': example }, { env: { HERMES_KEY: CANARY } }));
    expect(result).toMatchObject({
      kind: 'ok',
      config: { endpoints: [{ id: 'support', policy: { max_concurrent_runs: 2, timeout_ms: 600_000 } }] },
    });
  });
});
