import { describe, expect, it } from 'vitest';
import { CANARY, ENDPOINT, givenSource } from '../fixtures/given-source.js';
import { loadConfig, redactedView, secretsOf, type LoadResult } from '../index.js';

const OTHER = 'canary-other 0815';

function load(names: unknown, env: Readonly<Record<string, string>>, more: object = {}): LoadResult {
  const tree = { endpoints: [ENDPOINT], redaction: { extra_secrets_env: names }, ...more };
  return loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }, { env: { HERMES_KEY: CANARY, ...env } }));
}

describe('redaction.extra_secrets_env', () => {
  it('G10: values of the named variables are held and masked like API keys, and never shown', () => {
    const result = load(
      ['DB_PASSWORD'],
      { DB_PASSWORD: OTHER },
      { policy: { system_instructions: `Use ${OTHER}.` } },
    );
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    expect(secretsOf(result.config)).toEqual([CANARY, OTHER]);
    const view = JSON.stringify(redactedView(result.config));
    expect(view).not.toContain(OTHER);
    expect(view).toContain('"extra_secrets_env":["DB_PASSWORD"]');
    expect(view).toContain('Use [redacted].');
    expect(JSON.stringify(result)).not.toContain(`"${OTHER}"`);
  });

  it('G10: a variable that is not set is said and keeps nothing from starting', () => {
    const result = load(['DB_PASSWORD', 'constructor'], {});
    expect(result).toMatchObject({
      kind: 'ok',
      warnings: [{ path: 'redaction.extra_secrets_env[0]' }, { path: 'redaction.extra_secrets_env[1]' }],
    });
  });

  it.each<[string, unknown, string, string]>([
    ['too short to mask', ['DB_PASSWORD'], 'short', 'redaction.extra_secrets_env[0]'],
    ['too long to mask', ['DB_PASSWORD'], 'x'.repeat(4_097), 'redaction.extra_secrets_env[0]'],
    ['part of the mask', ['DB_PASSWORD'], 'redacted', 'redaction.extra_secrets_env[0]'],
    ['no list', 'DB_PASSWORD', OTHER, 'redaction.extra_secrets_env'],
    ['no name', [OTHER], OTHER, 'redaction.extra_secrets_env[0]'],
    ['too many', Array.from({ length: 33 }, () => 'DB_PASSWORD'), OTHER, 'redaction.extra_secrets_env'],
  ])('G10, G13: %s is a problem without the value', (_, names, value, path) => {
    const result = load(names, { DB_PASSWORD: value });
    expect(result).toMatchObject({ kind: 'bad', problems: [{ path }] });
    expect(JSON.stringify(result)).not.toContain(value);
  });
});
