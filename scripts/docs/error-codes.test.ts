import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CATALOGUE, PROJECTION_VERSION } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { goldenMessages, goldenNames } from '../../test/golden/golden-stream.js';
import { projectFiles } from '../project-files.mjs';
import { documentedRules } from '../rules/documented-rules.mjs';
import { assertedTexts } from './asserted-texts.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const active = ERROR_CATALOGUE.filter(({ status }) => status === 'active').map(({ code }) => code);
const reserved = ERROR_CATALOGUE.filter(({ status }) => status === 'reserved').map(({ code }) => code);

const CODE = /(['"`])((?:connector\.hermes_agent|action|auth|credential|idempotency|resource)\.[a-z_]+)\1/gu;

/** Sources of what decides and answers. */
const sources = projectFiles(
  root,
  ['packages/binding/src', 'packages/connector/src', 'services'],
  /\.ts$/u,
).filter((path) => !/\.test\.ts$|\/fixtures\/|\/errors\//u.test(path));

/** Codes written in them, with their places. */
const written = sources.flatMap((path) =>
  [...read(path).matchAll(CODE)].map(([, , code = '']) => ({ code, path })),
);

/** Reads the result of a delegation out of `DelegationResolved`, an event that nothing appends yet. */
const READERS_OF_DELEGATIONS = [
  'packages/binding/src/projection/delegation-result.ts',
  'packages/binding/src/result/delegated-result.ts',
];

describe('error codes of the catalogue', () => {
  it('SPEC 11: every code that the sources write is in it, and every active one is written', () => {
    const codes = new Set<string>(ERROR_CATALOGUE.map(({ code }) => code));
    expect(written.filter(({ code }) => !codes.has(code))).toEqual([]);
    const used = new Set(written.map(({ code }) => code));
    expect(active.filter((code) => !used.has(code))).toEqual([]);
  });

  it('SPEC 11: a reserved code cannot be produced', () => {
    const held = new Set<string>(reserved);
    const places = written.filter(
      ({ code, path }) => held.has(code) && !READERS_OF_DELEGATIONS.includes(path),
    );
    expect(places).toEqual([]);
    const deciding = projectFiles(root, ['packages/binding/src/decide', 'packages/connector/src'], /\.ts$/u);
    expect(deciding.filter((path) => read(path).includes('DelegationResolved'))).toEqual([]);
  });

  it('SPEC 11: every active code is expected as an outcome by a test of the whole connector', () => {
    const tests = projectFiles(root, ['test/system', 'test/e2e'], /\.test\.ts$/u);
    const asserted = new Set(tests.flatMap((path) => [...assertedTexts(path, read(path))]));
    expect(active.filter((code) => !asserted.has(code))).toEqual([]);
  });

  it('SPEC 11: every rule that a refusal names stands in docs/rules.md', () => {
    const documented = documentedRules(read('docs/rules.md'));
    const named = sources.flatMap((path) =>
      [...read(path).matchAll(/\brule(?:: | = [^;]*)'([A-Z]\d+)'/gu)].map(([, rule = '']) => rule),
    );
    expect(new Set(named).size).toBeGreaterThan(10);
    expect(named.filter((rule) => !documented.includes(rule))).toEqual([]);
  });

  it('SPEC 11: golden messages that the connector played carry active codes alone', () => {
    const played = goldenNames(PROJECTION_VERSION).filter((name) => !name.startsWith('hand-built'));
    const messages = played.map((name) => goldenMessages(PROJECTION_VERSION, name)).join('');
    const told = new Set(
      [...messages.matchAll(/\\"code\\":\\"([a-z_.]+)\\"/gu)].map(([, code = '']) => code),
    );
    expect(told.size).toBeGreaterThan(10);
    expect([...told].filter((code) => !new Set<string>(active).has(code))).toEqual([]);
  });
});

describe('texts that tests expect', () => {
  it('what a matcher is given, through constants and tables too, and nothing else', () => {
    const text = `
      const POLICY = 'a.policy';
      const GIVEN = 'a.given';
      it.each([['x', 'a.row']])('t %s', async (_, code) => {
        tell({ code: GIVEN, other: 'a.told' });
        expect(await reply(GIVEN)).not.toMatchObject({ error: { code: POLICY } });
        expect(code).toBe('a.literal');
      });`;
    const asserted = assertedTexts('a.test.ts', text);
    expect(['a.policy', 'a.row', 'a.literal'].every((it) => asserted.has(it))).toBe(true);
    expect(['a.given', 'a.told'].some((it) => asserted.has(it))).toBe(false);
  });
});
