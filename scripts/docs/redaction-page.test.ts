import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL_PATTERNS, MEMBER_RULE } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { formatted } from './formatted.mjs';
import { redactionPage } from './redaction-page.mjs';

const path = join(import.meta.dirname, '../../docs/redaction.md');
const page = readFileSync(path, 'utf8');

describe('docs/redaction.md', () => {
  it('is what `npm run docs` writes from the table', async () => {
    expect(page).toBe(await formatted(path, redactionPage([MEMBER_RULE, ...CREDENTIAL_PATTERNS])));
  });

  it('G10: every pattern has a row', () => {
    for (const { name } of CREDENTIAL_PATTERNS) expect(page).toMatch(new RegExp(`^\\| ${name} +\\|`, 'mu'));
  });
});
