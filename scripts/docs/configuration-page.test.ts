import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_POLICY, POLICY_BOUNDS } from '@aip-hermes/binding';
import { configKeys } from '@aip-hermes/config';
import { describe, expect, it } from 'vitest';
import { configurationPage } from './configuration-page.mjs';
import { formatted } from './formatted.mjs';

const path = join(import.meta.dirname, '../../docs/configuration.md');
const page = readFileSync(path, 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `([\w.[\]]+)` +\|(.+)\|$/gmu)].map(([, key = '', rest = '']) => [
    key,
    rest.split('|').map((cell) => cell.trim()),
  ]),
);

describe('docs/configuration.md', () => {
  it('is what `npm run docs` writes from the schemas', async () => {
    expect(page).toBe(await formatted(path, configurationPage(configKeys())));
  });

  it('SPEC 10: every policy key stands in it with default, bound and variable', () => {
    for (const key of Object.keys(DEFAULT_POLICY)) expect(rows.has(`policy.${key}`), key).toBe(true);
    for (const [key, { default: initial, min, max }] of Object.entries(POLICY_BOUNDS)) {
      const variable = `\`AIP_HERMES__POLICY__${key.toUpperCase()}\``;
      expect(rows.get(`policy.${key}`)?.slice(0, 3)).toEqual([String(initial), `${min}..${max}`, variable]);
    }
  });

  it('no row lacks its meaning', () => {
    for (const [key, cells] of rows)
      expect([key, cells.length, cells[3]]).toEqual([key, 4, expect.stringMatching(/\w/)]);
  });
});
