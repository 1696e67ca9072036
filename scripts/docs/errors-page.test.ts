import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CATALOGUE } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { errorsPage } from './errors-page.mjs';
import { formatted } from './formatted.mjs';

const path = join(import.meta.dirname, '../../docs/errors.md');
const page = readFileSync(path, 'utf8');

describe('docs/errors.md', () => {
  it('is what `npm run docs` writes from the catalogue', async () => {
    expect(page).toBe(await formatted(path, errorsPage(ERROR_CATALOGUE)));
  });

  it('SPEC 11: every code of the catalogue stands in it, and no other', () => {
    const documented = [...page.matchAll(/^\| `([a-z_.]+)`/gmu)].map(([, code]) => code);
    expect(documented.sort()).toEqual(ERROR_CATALOGUE.map(({ code }) => code).sort());
  });
});
